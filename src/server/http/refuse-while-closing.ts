/** While the server closes, finishes in-flight requests and answers new ones 503 with Retry-After, in the usual refusal form. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** Install before every other hook, so that late calls cost nothing and reach nothing that is being shut down. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!closing) return;
    // Close the kept-alive connection, so that the client reconnects to a server that stays.
    void reply.header('connection', 'close');
    throw new Refusal('system.unavailable');
  });
}
