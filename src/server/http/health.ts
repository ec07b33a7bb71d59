/**
 * `GET /health`: whether everything works, including writes; `GET /ready`: whether this server can answer calls.
 * Reading still works with a full disk, so a load balancer that checks /ready keeps the server, while monitoring by
 * /health raises the alarm.
 */
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { tellArrival } from './request/arrival.ts';

/** The routes are public and unlimited, so results are cached for this long. */
const HOLDS_MS = 1_000;
/** Writing and flushing costs more than querying the database. */
const DISK_HOLDS_MS = 5_000;

/** One probe at a time; its result holds for a while. @param now milliseconds. */
function heldFor(ms: number, now: () => number, probe: () => Promise<unknown>): () => Promise<unknown> {
  let found: { since: number; answer: Promise<unknown> } | undefined;
  let asking = false;
  return () => {
    const at = now();
    if (found !== undefined && (asking || Math.abs(at - found.since) < ms)) return found.answer;
    asking = true;
    const answer = probe().finally(() => {
      asking = false;
    });
    found = { since: at, answer };
    return answer;
  };
}

export function healthRoute(app: FastifyInstance, world: World): void {
  const { database, storage, clock } = world;
  const now = () => clock.now().getTime();
  const databaseAnswers = heldFor(HOLDS_MS, now, () => database.now());
  const diskTakesFiles = heldFor(DISK_HOLDS_MS, now, () => storage.probe());

  app.get('/health', async () => {
    await databaseAnswers();
    await diskTakesFiles();
    return { status: 'UP' };
  });
  app.get('/ready', { onRequest: tellArrival(world) }, async () => {
    await databaseAnswers();
    return { status: 'READY' };
  });
}
