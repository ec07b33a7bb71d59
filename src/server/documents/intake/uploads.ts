/** Limits large request bodies: a few at a time, only from callers who may upload, checked before the body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';

const LARGE_BODY_BYTES = 1024 * 1024;

export interface UploadLimits {
  /** Large bodies held in memory concurrently. */
  atOnce: number;
  /** Per caller, so that a slow or stalled upload leaves room for others. */
  perCaller: number;
  /** Bytes from which a body counts as large; a megabyte by default. */
  from?: number;
  /** Paths that accept files. */
  paths: readonly string[];
  /** Runs before the body is read; throws for callers who may not upload. @returns the caller's id. */
  admit: (request: FastifyRequest) => Promise<number>;
}

function isLarge(request: FastifyRequest, { from = LARGE_BODY_BYTES }: UploadLimits): boolean {
  const length = request.headers['content-length'];
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : Number(length) > from;
}

/** Answers 503 with Retry-After when too many large bodies are in progress, in all or for the caller. */
export function limitUploads(app: FastifyInstance, limits: UploadLimits): void {
  const uploads = new Map<FastifyRequest, number>();
  app.addHook('preParsing', async (request, reply) => {
    if (
      request.method !== 'POST' ||
      !limits.paths.includes(request.routeOptions.url ?? '') ||
      !isLarge(request, limits)
    )
      return;
    const caller = await limits.admit(request);
    const activeUploads = [...uploads.values()].filter((id) => id === caller).length;
    if (uploads.size >= limits.atOnce || activeUploads >= limits.perCaller) throw new Refusal('system.unavailable');
    uploads.set(request, caller);
    // The response closes once, whether it was sent or the caller disconnected.
    reply.raw.once('close', () => uploads.delete(request));
  });
  app.addHook('onResponse', async (request) => {
    uploads.delete(request);
  });
}
