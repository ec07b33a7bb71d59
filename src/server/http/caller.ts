/** Who acts, as the audit trail tells it (D-50). */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/access.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';

/** A member of staff behind a request; without a request (demo world, jobs) address and browser stay empty. */
export function staffActor(actor: Actor, request?: FastifyRequest): EvidenceActor {
  return {
    kind: 'staff',
    id: actor.id,
    name: actor.login,
    role: actor.authorities.join(','),
    ip: request?.ip ?? null,
    userAgent: request?.headers['user-agent']?.slice(0, 300) ?? null,
  };
}
