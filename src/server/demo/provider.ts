/** Mounts the demo's identity provider in the product's own server, with the page for choosing a persona. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { PLAIN_PAGE_POLICY } from '../http/pages/html.ts';
import { sendDemoPage } from './demo-page.ts';
import { personaPage } from './persona-page.ts';

/** The interface of the provider's adapter. */
export interface MountedProvider {
  readonly path: string;
  handle(request: IncomingMessage, response: ServerResponse): void;
  isWaiting(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  choose(request: IncomingMessage, response: ServerResponse, login: string): Promise<string | undefined>;
}

/** The provider bypasses the server's hooks, so its responses get their headers here. */
const HEADERS = {
  'content-security-policy': PLAIN_PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** The library lets every origin read its responses; the demo needs no cross-origin access, not even for our own sign-in. */
function keepToOwnOrigin(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => (/^access-control-/i.test(name) ? response : set(name, value));
}

const expired = (reply: FastifyReply): FastifyReply =>
  reply.redirect(`${SIGN_IN_PATHS.error}?reason=signInFailed`, 303);

/** @param dealers name of the legal entity that employs the dealer's staff. */
export async function mountDemoProvider(
  app: FastifyInstance,
  provider: MountedProvider,
  dealers = 'Autoesempio S.p.A.',
): Promise<void> {
  await app.register(async (scope) => {
    // The provider parses its requests itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${provider.path}/*`,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        reply.hijack();
        keepToOwnOrigin(reply.raw);
        for (const [name, value] of Object.entries(HEADERS)) reply.raw.setHeader(name, value);
        provider.handle(request.raw, reply.raw);
      },
    });
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const url = `${provider.path}/choose/:uid`;
    scope.get(url, async (request, reply) => {
      if (!(await provider.isWaiting(request.raw, reply.raw))) return expired(reply);
      return sendDemoPage(reply, personaPage(request.url, dealers));
    });
    scope.post(url, { bodyLimit: 4096 }, async (request: FastifyRequest, reply) => {
      const { login } = (request.body ?? {}) as { login?: unknown };
      const next = typeof login === 'string' ? await provider.choose(request.raw, reply.raw, login) : undefined;
      return next === undefined ? expired(reply) : reply.redirect(next, 303);
    });
  });
}
