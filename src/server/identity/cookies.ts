/** Cookies of staff sign-in: HttpOnly, and bound to the host by their name on secure connections. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../world.ts';

const SIGN_IN = 'sign_in_';
export type CookieName = 'session' | `${typeof SIGN_IN}${string}`;

/** One per sign-in, so that tabs that start one concurrently do not overwrite each other's. */
export const signInName = (state: string): CookieName => `${SIGN_IN}${state.slice(0, 16)}`;

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:');

/** `__Host-` requires a secure connection, so the plain-HTTP demo omits it. */
function nameOf(settings: Settings, name: CookieName): string {
  return `${isSecure(settings) ? '__Host-' : ''}fascicolo_${name}`;
}

/** Ignore values that this product could not have set. */
const COOKIE_VALUE = /^[\w.-]{40,200}$/;

export function readCookie(request: FastifyRequest, settings: Settings, name: CookieName): string | undefined {
  const value = request.cookies[nameOf(settings, name)];
  return value !== undefined && COOKIE_VALUE.test(value) ? value : undefined;
}

/** Cookies of this browser's unfinished sign-ins. */
export function unfinishedSignIns(request: FastifyRequest, settings: Settings): CookieName[] {
  const prefix = nameOf(settings, SIGN_IN);
  const cookieNames = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
  return cookieNames.map((name) => `${SIGN_IN}${name.slice(prefix.length)}` as const);
}

export function setCookie(
  reply: FastifyReply,
  settings: Settings,
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
): void {
  void reply.setCookie(nameOf(settings, name), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(settings),
    // Lax instead of Strict: the identity provider's redirect must send it.
    sameSite: 'lax',
    maxAge: maxAgeSeconds,
  });
}

export function clearCookie(reply: FastifyReply, settings: Settings, name: CookieName): void {
  setCookie(reply, settings, name, '', 0);
}

/** The hash stored and put in tokens in place of the cookie. */
export function bindingOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

export function isBoundTo(binding: string, cookie: string | undefined): boolean {
  if (cookie === undefined) return false;
  const expected = Buffer.from(binding);
  const actual = Buffer.from(bindingOf(cookie));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
