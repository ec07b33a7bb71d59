/** `GET` and `POST /sms/receipts/…`: accepts delivery receipts from SMS gateways, without a session. */
import { Refusal } from '#domain/errors.ts';
import { SMS_RECEIPT_BODY_LIMIT, SMS_RECEIPT_PATH } from '#ports/messages.ts';
import { networkOf } from './request/caller.ts';
import type { Serving } from './route-context.ts';

/** Per network. A gateway reports each message a few times, and repeats calls answered with 429. */
const CALLS = { limit: 3_000, windowSeconds: 60 } as const;

/**
 * Registered only for gateways that report. Answers 204 once a receipt is stored, 404 for an address whose HMAC is
 * invalid, 413 for a body above the limit and 429 above {@link CALLS}; bodies of every type are read as text.
 */
export function smsReceiptRoutes({ app, world, countCall, gate }: Serving): void {
  const { smsReceipts } = world;
  if (smsReceipts === null) return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      await gate.enter(request, reply, 'open');
      await countCall(`sms-receipts:${networkOf(request.ip)}`, CALLS);
    });
    scope.addHook('onResponse', async (request) => gate.leave(request));
    scope.route({
      method: ['GET', 'POST'],
      url: `${SMS_RECEIPT_PATH}/*`,
      bodyLimit: SMS_RECEIPT_BODY_LIMIT,
      // A HEAD request is not a receipt.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        if (!(await smsReceipts.takeReceipt({ url: request.url, body }))) throw new Refusal('notFound');
        return reply.code(204).send();
      },
    });
  });
}
