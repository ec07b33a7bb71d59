/** `GET /api/events` (P-15): what committed on any node, to every signed-in page that may see it, by one text/event-stream each. */
import { PassThrough } from 'node:stream';
import { streamChanges } from '#contract/live.ts';
import type { Actor } from '#domain/access.ts';
import { changeFor, readChange, seesChange } from '#domain/live.ts';
import { type Serving, serveStaff } from './route.ts';

const CHANNEL = 'fascicolo_change';
/** Also how soon a session that ended or lost a right stops hearing. */
const HEARTBEAT_MS = 15_000;
/** A reader that leaves this much unread is cut off and reads again what it missed. */
const UNREAD_LIMIT = 64 << 10;
/** Pages of one browser share one stream; a forgotten one makes room for the newest. */
const STREAMS_PER_SESSION = 6;

interface Stream {
  actor: Actor;
  readonly session: string;
  readonly out: PassThrough;
}

export function liveRoutes(serving: Serving): void {
  const { app, world, authenticate } = serving;
  const streams = new Set<Stream>();
  let listening: Promise<() => Promise<void>> | undefined;

  const write = (stream: Stream, event: string, data: unknown): void => {
    if (stream.out.writableLength > UNREAD_LIMIT) stream.out.end();
    else stream.out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const hear = (payload: string | null): void => {
    const told = payload === null ? null : readChange(payload);
    for (const stream of streams) {
      if (told === null) write(stream, 'resync', {});
      else if (seesChange(stream.actor, told)) write(stream, 'change', changeFor(stream.actor, told));
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
    const stream: Stream = { actor, session: session.id, out: new PassThrough() };
    const { out } = stream;
    streams.add(stream);
    for (const old of oldestOf(session.id)) old.out.end();
    const heartbeat = setInterval(() => {
      authenticate(request).then(
        (renewed) => {
          stream.actor = renewed.actor;
          if (!out.writableEnded) out.write(': \n\n');
        },
        () => out.end(),
      );
    }, HEARTBEAT_MS);
    const ending = setTimeout(() => out.end(), query.seconds * 1000);
    const forget = (): void => {
      clearInterval(heartbeat);
      clearTimeout(ending);
      streams.delete(stream);
    };
    out.once('close', forget);
    out.once('finish', forget);
    write(stream, 'ready', {});
    if (query.seconds === 0) out.end();
    void reply.type('text/event-stream').header('x-accel-buffering', 'no');
    return out;
  });

  app.addHook('preClose', async () => {
    for (const stream of streams) stream.out.end();
  });
  app.addHook('onClose', async () => {
    const stop = await listening?.catch(() => undefined);
    await stop?.();
  });
}
