/**
 * `GET /health`: whether everything works, including writes; `GET /ready`: whether this server can answer calls.
 * Reading still works with a full disk, so a load balancer that checks /ready keeps the server, while monitoring by
 * /health raises the alarm.
 */
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { reportArrival } from './request/report-arrival.ts';

/** The routes are public and unlimited, so results are cached for this long. */
const CACHE_MS = 1_000;
/** Writing and flushing costs more than querying the database. */
const DISK_CACHE_MS = 5_000;

/** One probe at a time; its result holds for a while. @param now milliseconds. */
function cachedFor(ms: number, now: () => number, probe: () => Promise<unknown>): () => Promise<unknown> {
  let last: { since: number; answer: Promise<unknown> } | undefined;
  let isProbing = false;
  return () => {
    const at = now();
    if (last !== undefined && (isProbing || Math.abs(at - last.since) < ms)) return last.answer;
    isProbing = true;
    const answer = probe().finally(() => {
      isProbing = false;
    });
    last = { since: at, answer };
    return answer;
  };
}

export function healthRoute(app: FastifyInstance, world: World): void {
  const { database, storage, clock } = world;
  const now = () => clock.now().getTime();
  const databaseAnswers = cachedFor(CACHE_MS, now, () => database.now());
  const diskTakesFiles = cachedFor(DISK_CACHE_MS, now, () => storage.probe());

  app.get('/health', async () => {
    await databaseAnswers();
    await diskTakesFiles();
    return { status: 'UP' };
  });
  app.get('/ready', { onRequest: reportArrival(world) }, async () => {
    await databaseAnswers();
    return { status: 'READY' };
  });
}
