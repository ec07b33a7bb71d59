/** The acting person as evidence records it, and the caller's network as limits count it. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/access.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { CallerGone } from '../overload/caller-gone.ts';

/** The user agent, cut to the stored length. */
export const browserOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, 300) ?? null;

/** A staff member behind a request; without a request (demo world, jobs) address and browser stay empty. */
export function staffActor(actor: Actor, request?: FastifyRequest): EvidenceActor {
  return {
    kind: 'staff',
    id: actor.id,
    name: actor.login,
    role: actor.authorities.join(','),
    ip: request?.ip ?? null,
    userAgent: request === undefined ? null : browserOf(request),
  };
}

/**
 * The network of an address, for limits: in IPv6, a single customer gets a whole /64.
 * @param ip undefined once the connection is closed, although its type does not admit it. @throws CallerGone
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) throw new CallerGone();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether a connection's peer is this machine, by loopback or by its own network address. */
export function isThisMachine({
  remoteAddress,
  localAddress,
}: {
  remoteAddress?: string;
  localAddress?: string;
}): boolean {
  if (remoteAddress === undefined) return false;
  return remoteAddress === localAddress || /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
}
