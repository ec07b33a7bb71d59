/** The signer's browser: where it calls from, and the cookie that binds the signature to it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COPY_DAYS, LINK_HOURS } from '#domain/signing/messages/link.ts';
import { browserOf } from '../../http/request/caller.ts';
import type { World } from '../../world.ts';
import {
  type Client,
  type CookieOf,
  type EntryOptions,
  enterCeremony,
  type Link,
  noteCookieArrived,
  noteCookieLost,
} from './ceremony.ts';
import { ceremonyCookieName } from './tokens.ts';

const COOKIE_SECONDS = LINK_HOURS * 3_600 + COPY_DAYS * 86_400;

export const cookieOf =
  (request: FastifyRequest): CookieOf =>
  (signerId) =>
    request.cookies[ceremonyCookieName(signerId)];

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: browserOf(request),
});

export interface SignerCall {
  readonly params: { readonly token: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface EnteredCeremony {
  link: Link;
  client: Client;
  /** The cookie that the browser sent, or the one being set. */
  cookie: CookieOf;
}

/**
 * Enters the ceremony and sets the browser's cookie, which must be sent even with a refusal.
 * @param options with the cookie of a phone that has proved its key: sent every time, since the previous one may not
 * have arrived
 */
export async function enterWithCookie(
  world: World,
  { params, request, reply }: SignerCall,
  options: EntryOptions = {},
): Promise<EnteredCeremony> {
  const { cookie: phoneCookie } = options;
  const client = clientOf(request);
  const sentCookie = phoneCookie === undefined ? cookieOf(request) : () => phoneCookie;
  const { link, cookie } = await enterCeremony(world, params.token, sentCookie, client, options);
  const cookieToSet = phoneCookie ?? cookie;
  if (cookieToSet !== null) {
    void reply.setCookie(ceremonyCookieName(link.signer.id), cookieToSet, {
      path: `/api/sign/${params.token}`,
      httpOnly: true,
      sameSite: 'strict',
      secure: world.settings.publicUrl.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    });
  }
  if (cookie !== null) {
    const binding = link.signer.ceremony_binding;
    let isSent = false;
    reply.raw.once('finish', () => {
      isSent = true;
      noteCookieArrived(world, link.signer.id, binding).catch((error: unknown) => {
        // Not lost: the browser's next call proves that the cookie arrived.
        world.log.warn({ err: error }, 'arrival of the ceremony cookie not recorded');
      });
    });
    reply.raw.once('close', () => {
      if (isSent) return;
      noteCookieLost(world, link.signer.id, binding).catch((error: unknown) => {
        // Not permanent: another browser can take over once the cookie can no longer be on its way.
        world.log.warn({ err: error }, 'loss of the ceremony cookie not recorded');
      });
    });
  }
  return { link, client, cookie: cookieToSet === null ? sentCookie : () => cookieToSet };
}
