/** The signer's browser: where it calls from, and the cookie that binds the signature to it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COPY_DAYS, LINK_HOURS } from '#domain/signing/messages/link.ts';
import { browserOf } from '../../http/request/caller.ts';
import type { World } from '../../world.ts';
import {
  arrived,
  type Client,
  type CookieOf,
  type Entering,
  enterCeremony,
  type Link,
  lostOnTheWay,
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

interface Entered {
  link: Link;
  client: Client;
  /** The cookie that the browser sent, or the one being set. */
  cookie: CookieOf;
}

/**
 * Enters the ceremony and sets the browser's cookie, which must be sent even with a refusal.
 * @param how with the cookie of a phone that has proved its key: sent every time, since the previous one may not
 * have arrived
 */
export async function enter(
  world: World,
  { params, request, reply }: SignerCall,
  how: Entering = {},
): Promise<Entered> {
  const { cookie: own } = how;
  const client = clientOf(request);
  const sent = own === undefined ? cookieOf(request) : () => own;
  const { link, cookie } = await enterCeremony(world, params.token, sent, client, how);
  const given = own ?? cookie;
  if (given !== null) {
    void reply.setCookie(ceremonyCookieName(link.signer.id), given, {
      path: `/api/sign/${params.token}`,
      httpOnly: true,
      sameSite: 'strict',
      secure: world.settings.publicUrl.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    });
  }
  if (cookie !== null) {
    const binding = link.signer.ceremony_binding;
    let left = false;
    reply.raw.once('finish', () => {
      left = true;
      arrived(world, link.signer.id, binding).catch((error: unknown) => {
        // Not lost: the browser's next call proves that the cookie arrived.
        world.log.warn({ err: error }, 'ceremony not noted');
      });
    });
    reply.raw.once('close', () => {
      if (left) return;
      lostOnTheWay(world, link.signer.id, binding).catch((error: unknown) => {
        // Not permanent: another browser can take over once the cookie can no longer be on its way.
        world.log.warn({ err: error }, 'lost cookie not noted');
      });
    });
  }
  return { link, client, cookie: given === null ? sent : () => given };
}
