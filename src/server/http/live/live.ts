/** `GET /api/events` (P-15): what committed on any node, to every signed-in page that may see it, by one text/event-stream each. */
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { streamChanges } from '#contract/live.ts';
import type { Actor } from '#domain/access.ts';
import { changeFor, readChange, readUserChange, seesChange, seesMany } from '#domain/live.ts';
import { type Serving, serveStaff } from '../route.ts';

const CHANNEL = 'fascicolo_change';
/** Also how soon a session that ended stops hearing; one whose rights changed stops at once. */
const HEARTBEAT_MS = 15_000;
/** A reader that leaves this much unread is cut off and reads again what it missed. */
const UNREAD_LIMIT = 64 << 10;
/** A stream that ends has so long to be read to its end. */
const FAREWELL_MS = 1_500;
/** Pages of one browser share one stream; a forgotten one makes room for the newest. */
const STREAMS_PER_SESSION = 6;

interface Stream {
  actor: Actor;
  readonly session: string;
  readonly out: PassThrough;
  /** What the reader is connected by. */
  readonly answer: ServerResponse;
}

/** Says the end; a reader that does not read it is let go, so that it holds up neither its place nor the server's own end. */
function end({ out, answer }: Stream): void {
  if (!out.writable) return;
  out.end();
  const letGo = setTimeout(() => {
    out.destroy();
    answer.destroy();
  }, FAREWELL_MS);
  answer.once('close', () => clearTimeout(letGo));
}

function write({ out, answer }: Stream, event: string, data: unknown): void {
  if (!out.writable) return;
  if (out.writableLength > UNREAD_LIMIT) {
    out.destroy();
    answer.destroy();
  } else out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

export function liveRoutes(serving: Serving): void {
  const { app, world, authenticate } = serving;
  const streams = new Set<Stream>();
  let listening: Promise<() => Promise<void>> | undefined;

  const hear = (payload: string | null): void => {
    const own = payload === null ? null : readUserChange(payload);
    if (own !== null) {
      for (const stream of streams) {
        if (stream.actor.id !== own.userId) continue;
        if (own.entity === 'notification') write(stream, 'notification', {});
        // A page that asks for it again gets one with the rights as they are now.
        else end(stream);
      }
      return;
    }
    const told = payload === null ? null : readChange(payload);
    for (const stream of streams) {
      if (told === null || 'many' in told) {
        if (told === null || seesMany(stream.actor, told)) write(stream, 'resync', {});
      } else if (seesChange(stream.actor, told)) write(stream, 'change', changeFor(stream.actor, told));
    }
  };
  /** One listener a node, from the first stream on; a failed try is made again with the next stream. */
  const listen = async (): Promise<void> => {
    listening ??= world.database.listen(CHANNEL, hear);
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  };
  const oldestOf = (session: string): Stream[] => {
    const mine = [...streams].filter((stream) => stream.session === session);
    return mine.slice(0, Math.max(0, mine.length - STREAMS_PER_SESSION));
  };

  serveStaff(serving, streamChanges, async ({ actor, session, query, request, reply }) => {
    await listen();
    const stream: Stream = { actor, session: session.id, out: new PassThrough(), answer: reply.raw };
    const { out } = stream;
    streams.add(stream);
    for (const old of oldestOf(session.id)) end(old);
    const heartbeat = setInterval(() => {
      authenticate(request).then(
        (renewed) => {
          stream.actor = renewed.actor;
          if (out.writable) out.write(': \n\n');
        },
        () => end(stream),
      );
    }, HEARTBEAT_MS);
    const ending = setTimeout(() => end(stream), query.seconds * 1000);
    const forget = (): void => {
      clearInterval(heartbeat);
      clearTimeout(ending);
      streams.delete(stream);
    };
    out.once('close', forget);
    out.once('finish', forget);
    write(stream, 'ready', {});
    if (query.seconds === 0) end(stream);
    void reply.type('text/event-stream').header('x-accel-buffering', 'no');
    return out;
  });

  app.addHook('preClose', async () => {
    for (const stream of streams) end(stream);
  });
  app.addHook('onClose', async () => {
    const stop = await listening?.catch(() => undefined);
    await stop?.();
  });
}
