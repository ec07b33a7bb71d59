/** While the server closes: what was begun ends, what comes is asked to come again, in the shape of every refusal (R-23, specification §8). */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** Install before every other hook: a call that comes too late costs nothing, and reaches nothing that is being taken away. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!closing) return;
    // Whoever kept the connection has to come by another, which leads to a server that stays.
    void reply.header('connection', 'close');
    throw new Refusal('system.unavailable');
  });
}
