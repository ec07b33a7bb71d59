/**
 * The live stream, `GET /api/events`: sends changes committed on any node to every signed-in page that may see them
 * (text/event-stream).
 */
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { streamChanges } from '#contract/live-stream.ts';
import type { Actor } from '#domain/access.ts';
import { changeFor, readChange, readUserChange, seesChange, seesManyChanges } from '#domain/live-change.ts';
import { type Serving, serveStaff } from '../route.ts';

const CHANNEL = 'fascicolo_change';
/** Also the longest time that an ended session keeps receiving; changed rights end the stream immediately. */
const HEARTBEAT_MS = 15_000;
/** A client with this many unread bytes is disconnected; it reloads what it missed. */
const UNREAD_LIMIT = 64 << 10;
/** Time that an ending stream has to be read to its end. */
const END_TIMEOUT_MS = 1_500;
/** Pages of one browser share one stream; the oldest is ended to make room for a new one. */
const STREAMS_PER_SESSION = 6;

interface Stream {
  actor: Actor;
  readonly session: string;
  readonly out: PassThrough;
  /** The client's connection. */
  readonly answer: ServerResponse;
}

/** Sends the end; a client that does not read it is disconnected, so that it blocks neither its slot nor the server's shutdown. */
function end({ out, answer }: Stream): void {
  if (!out.writable) return;
  out.end();
  const timer = setTimeout(() => {
    out.destroy();
    answer.destroy();
  }, END_TIMEOUT_MS);
  answer.once('close', () => clearTimeout(timer));
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
  let listener: Promise<() => Promise<void>> | undefined;

  const onNotification = (payload: string | null): void => {
    const userChange = payload === null ? null : readUserChange(payload);
    if (userChange !== null) {
      for (const stream of streams) {
        if (stream.actor.id !== userChange.userId) continue;
        if (userChange.entity === 'notification') write(stream, 'notification', {});
        // A page that reconnects gets a stream with its current rights.
        else end(stream);
      }
      return;
    }
    const change = payload === null ? null : readChange(payload);
    for (const stream of streams) {
      if (change === null || 'many' in change) {
        if (change === null || seesManyChanges(stream.actor, change)) write(stream, 'resync', {});
      } else if (seesChange(stream.actor, change)) write(stream, 'change', changeFor(stream.actor, change));
    }
  };
  /** One database listener per node, from the first stream on; a failed attempt is repeated with the next stream. */
  const ensureListener = async (): Promise<void> => {
    listener ??= world.database.listen(CHANNEL, onNotification);
    await listener.catch((error: unknown) => {
      listener = undefined;
      throw error;
    });
  };
  const oldestOf = (session: string): Stream[] => {
    const sessionStreams = [...streams].filter((stream) => stream.session === session);
    return sessionStreams.slice(0, Math.max(0, sessionStreams.length - STREAMS_PER_SESSION));
  };

  serveStaff(serving, streamChanges, async ({ actor, session, query, request, reply }) => {
    await ensureListener();
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
    const removeStream = (): void => {
      clearInterval(heartbeat);
      clearTimeout(ending);
      streams.delete(stream);
    };
    out.once('close', removeStream);
    out.once('finish', removeStream);
    write(stream, 'ready', {});
    if (query.seconds === 0) end(stream);
    void reply.type('text/event-stream').header('x-accel-buffering', 'no');
    return out;
  });

  app.addHook('preClose', async () => {
    for (const stream of streams) end(stream);
  });
  app.addHook('onClose', async () => {
    const stop = await listener?.catch(() => undefined);
    await stop?.();
  });
}
