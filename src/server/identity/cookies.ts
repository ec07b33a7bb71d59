/** Cookies of the staff's sign-in: HttpOnly, and bound to the host by their name where the connection is secure (D-133). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../world.ts';

export type CookieName = 'session' | 'sign_in';

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
