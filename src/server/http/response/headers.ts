/** Sets the security headers of every answer, the content policy of every page, and the demo's Host allow-list. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../../world.ts';

export interface PagePolicy {
  /** Nonce of the page's own style elements. */
  nonce: string;
}

/**
 * The policy of a browser application page: only own scripts, Trusted Types, no frame but the player of the configured
 * video provider. Style attributes are allowed because Mantine positions with them; style elements need the nonce. With
 * `sends` false a page can connect to no server, including this one: it works on the visitor's own files.
 */
export function pagePolicy(nonce: string, videoOrigin: string | null, sends = true): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    sends ? "connect-src 'self'" : "connect-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(videoOrigin === null ? [] : [`frame-src ${videoOrigin}`]),
    "object-src 'none'",
    "base-uri 'none'",
    sends ? "form-action 'self'" : "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types fascicolo',
  ].join('; ');
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Identifies the request in the log, in every answer and in the body of every refusal. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** Policy of every answer that is not a page: everything is forbidden. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Default headers of every answer, including the framework's own refusals. */
export function headersOf(world: World): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
    'content-security-policy': NO_PAGE,
    'cache-control': 'no-store',
    ...(world.settings.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}

function setDefault(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) void reply.header(name, value);
}

export function installHeaders(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request) => {
    if (world.settings.mode !== 'demo') return;
    // Another site may point its own name at this machine (DNS rebinding): answer only for the allowed names.
    if (!world.settings.allowedHosts.includes(request.headers.host ?? '')) throw new Refusal('origin.refused');
  });
  app.addHook('onSend', async (request, reply, payload) => {
    setDefault(reply, CORRELATION_HEADER, String(request.id));
    // Pages set their clock by this header, so it must be the clock that expires links and codes.
    setDefault(reply, 'date', world.clock.now().toUTCString());
    // A missing file may exist after the next deployment: let browsers cache only existing ones.
    const isAsset = request.url.startsWith('/assets/') && reply.statusCode < 400;
    for (const [name, value] of Object.entries(headersOf(world))) {
      if (!(isAsset && name === 'cache-control')) setDefault(reply, name, value);
    }
    return payload;
  });
}
