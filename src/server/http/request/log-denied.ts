/** Logs who was denied what, without disclosing more in the answer. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** No session, no right, out of sight or absent, too many calls. */
const DENIED = new Set([401, 403, 404, 429]);

const callers = new WeakMap<FastifyRequest, number>();

/** @param userId the owner of this call's staff session. */
export function noteCaller(request: FastifyRequest, userId: number): void {
  callers.set(request, userId);
}

/** Log the route instead of the path, which contains ids and sign tokens. */
export function logDenied(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refusal) || !DENIED.has(error.status)) return;
  const { method, routeOptions, ip } = request;
  const { code, status } = error;
  const userId = callers.get(request);
  request.log.warn(
    { security: 'access.denied', method, route: routeOptions.url, status, code, ip, ...(userId && { userId }) },
    'access denied',
  );
}
