/** The demo's outbox and the files of its pages; only registered in demo mode (P-7). */
import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { Outbox } from '#ports/messages.ts';
import type { Serving } from '../http/route.ts';
import { outboxPage } from './outbox-page.ts';
import { sendDemoPage } from './page.ts';

const FILES = [
  ['/demo/demo.css', new URL('./demo.css', import.meta.url), 'text/css; charset=utf-8'],
  ['/demo/mark.svg', new URL('./mark.svg', import.meta.url), 'image/svg+xml'],
  ['/demo/inter-regular.ttf', new URL('../../pdf/fonts/Inter-Regular.ttf', import.meta.url), 'font/ttf'],
  ['/demo/inter-semibold.ttf', new URL('../../pdf/fonts/Inter-SemiBold.ttf', import.meta.url), 'font/ttf'],
] as const;

/** The recipient asked for; a plus sign that was not encoded arrives as a space and is put back. */
function recipient(request: FastifyRequest): string | undefined {
  const { to } = request.query as { to?: unknown };
  if (to === undefined || to === '') return undefined;
  if (typeof to !== 'string' || to.length > 320 || /\p{Cc}/u.test(to)) throw new Refusal('request.malformed');
  return to.replace(/^ (?=\d)/, '+').trim();
}

export function demoPages({ app, world }: Serving, outbox: Outbox): void {
  if (world.settings.mode !== 'demo') throw new Error('The outbox is for the demo alone');
  for (const [url, file, type] of FILES) {
    app.get(url, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }
  app.get('/demo/outbox', async (request, reply) => {
    const to = recipient(request);
    const live = (request.query as { live?: unknown }).live === '1';
    return sendDemoPage(reply, outboxPage(await outbox.list(to), to ?? '', live));
  });
  app.get('/demo/outbox.json', async (request) => outbox.list(recipient(request)));
}
