/** The demo's outbox, stand-ins for external pages, and the files of its pages; registered only in demo mode. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { Outbox } from '#ports/messages.ts';
import { servePageFiles } from '../http/pages/html.ts';
import { isThisMachine } from '../http/request/caller.ts';
import type { Serving } from '../http/route.ts';
import { sendDemoPage } from './demo-page.ts';
import { DEALER_PORTAL_PATH, dealerPortalPage, VIDEO_PLAYER_PATH, videoPlayerPage } from './external-pages.ts';
import { outboxPage } from './outbox-page.ts';

const STYLE = new URL('./demo.css', import.meta.url);

/** The requested recipient; an unencoded plus sign arrives as a space and is restored. */
function recipient(request: FastifyRequest): string | undefined {
  const { to } = request.query as { to?: unknown };
  if (to === undefined || to === '') return undefined;
  if (typeof to !== 'string' || to.length > 320 || /\p{Cc}/u.test(to)) throw new Refusal('request.malformed');
  return to.replace(/^ (?=\d)/, '+').trim();
}

/** The outbox shows all users' codes and links: other machines of the network get nothing. */
function refuseOthers({ socket }: FastifyRequest): void {
  if (!isThisMachine(socket)) throw new Refusal('notFound');
}

export function demoPages({ app, world }: Serving, outbox: Outbox): void {
  if (world.settings.mode !== 'demo') throw new Error('The outbox is only for the demo');
  servePageFiles(app, '/demo', { name: 'demo.css', file: STYLE });
  app.get('/demo/outbox', async (request, reply) => {
    refuseOthers(request);
    const to = recipient(request);
    const live = (request.query as { live?: unknown }).live === '1';
    return sendDemoPage(reply, outboxPage(await outbox.list(to), to ?? '', live));
  });
  app.get(DEALER_PORTAL_PATH, async (_request, reply) => sendDemoPage(reply, dealerPortalPage()));
  app.get(`${VIDEO_PLAYER_PATH}/:id`, async (request, reply) =>
    sendDemoPage(reply, videoPlayerPage((request.params as { id: string }).id)),
  );
  app.get('/demo/outbox.json', async (request) => {
    refuseOthers(request);
    return outbox.list(recipient(request));
  });
}
