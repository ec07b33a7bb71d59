/** `GET /health`: whether the database answers, asked once in a while however often we are asked. */
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** Anyone may ask, as often as they like: what was found holds for so long. */
const HOLDS_MS = 1_000;

export function healthRoute(app: FastifyInstance, { database, clock }: World): void {
  let found: { since: number; answer: Promise<Date> } | undefined;
  let asking = false;

  const probe = (): Promise<Date> => {
    const now = clock.now().getTime();
    if (found !== undefined && (asking || Math.abs(now - found.since) < HOLDS_MS)) return found.answer;
    asking = true;
    const answer = database.now().finally(() => {
      asking = false;
    });
    found = { since: now, answer };
    return answer;
  };

  app.get('/health', async () => {
    await probe();
    return { status: 'UP' };
  });
}
