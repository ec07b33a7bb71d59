/** The shells of the two browser applications and their files (specification §2, P-3). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../world.ts';
import { newNonce, pagePolicy } from './headers.ts';
import type { OtherMethods } from './methods.ts';

type Shell = 'portal' | 'signer';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Paths that answer JSON or nothing: an unknown one is a 404, never a page. */
const NOT_A_PAGE = /^\/(api|sso|tools|assets|demo|mobile|health)(\/|$)/;

/**
 * A worker lives under the policy of its own file, not of the page that starts it: the PDF viewer's one fetches fonts
 * and character maps and imports image decoders from here.
 */
const ASSET_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

export async function installPages(app: FastifyInstance, world: World, otherMethods: OtherMethods): Promise<void> {
  const { settings } = world;
  const shells: Partial<Record<Shell, string>> = {};
  for (const shell of ['portal', 'signer'] as const) {
    shells[shell] = await readFile(join(settings.webFolder, shell, 'index.html'), 'utf8').catch(() => undefined);
  }
  const pageSettings = escapeHtml(
    JSON.stringify({
      demo: settings.mode === 'demo',
      production: settings.mode === 'production',
      dealerPortalUrl: settings.dealerPortalUrl,
      videoPlayerUrl: settings.videoPlayerUrl,
      version: settings.version,
    }),
  );

  const videoOrigin = settings.videoPlayerUrl === null ? null : new URL(settings.videoPlayerUrl).origin;

  await app.register(fastifyStatic, {
    root: join(settings.webFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('content-security-policy', ASSET_POLICY);
    },
  });

  const send = (reply: FastifyReply, shell: Shell, status = 200): FastifyReply => {
    const html = shells[shell];
    if (html === undefined) throw new Refusal('system.unavailable');
    const nonce = newNonce();
    return reply
      .code(status)
      .header('content-security-policy', pagePolicy(nonce, shell === 'portal' ? videoOrigin : null))
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', nonce).replaceAll('__SETTINGS__', pageSettings));
  };

  app.get('/sign/:token', (_request, reply) => send(reply.header('x-robots-tag', 'noindex, nofollow'), 'signer'));

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const allowed = otherMethods(request);
    if (allowed.length > 0) {
      void reply.header('allow', allowed.join(', '));
      throw new Refusal('request.method');
    }
    const path = request.url.split('?', 1)[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || NOT_A_PAGE.test(path)) throw new Refusal('notFound');
    return send(reply, 'portal');
  });
}
