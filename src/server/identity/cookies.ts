/** Cookies of the staff's sign-in: HttpOnly, and bound to the host by their name where the connection is secure (D-133). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../world.ts';

const SIGN_IN = 'sign_in_';
export type CookieName = 'session' | `${typeof SIGN_IN}${string}`;

/** Each sign-in has its own: tabs that begin at the same moment do not take each other's away. */
export const signInName = (state: string): CookieName => `${SIGN_IN}${state.slice(0, 16)}`;

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:');

/** `__Host-` wants a secure connection, so the demo's plain one goes without it. */
function nameOf(settings: Settings, name: CookieName): string {
  return `${isSecure(settings) ? '__Host-' : ''}fascicolo_${name}`;
}

/** Only what we could have made ourselves is looked at. */
const OURS = /^[\w.-]{40,200}$/;

export function readCookie(request: FastifyRequest, settings: Settings, name: CookieName): string | undefined {
  const value = request.cookies[nameOf(settings, name)];
  return value !== undefined && OURS.test(value) ? value : undefined;
}

/** Of the sign-ins that this browser has begun and not ended. */
export function begunSignIns(request: FastifyRequest, settings: Settings): CookieName[] {
  const prefix = nameOf(settings, SIGN_IN);
  const begun = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
  return begun.map((name) => `${SIGN_IN}${name.slice(prefix.length)}` as const);
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
    // Lax and not Strict: the identity provider's redirect back has to bring it along.
    sameSite: 'lax',
    maxAge: maxAgeSeconds,
  });
}

export function clearCookie(reply: FastifyReply, settings: Settings, name: CookieName): void {
  setCookie(reply, settings, name, '', 0);
}

/** What is stored and carried in tokens instead of the cookie itself. */
export function bindingOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

export function isBoundTo(binding: string, cookie: string | undefined): boolean {
  if (cookie === undefined) return false;
  const expected = Buffer.from(binding);
  const given = Buffer.from(bindingOf(cookie));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
