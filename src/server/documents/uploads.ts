/** Large bodies wait for nobody: a few at a time, from people who may send one, before a byte of them is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** Bytes from which a body counts as large. */
const LARGE = 1024 * 1024;

export interface UploadLimits {
  /** Large bodies held in memory at the same time. */
  atOnce: number;
  /** Paths that take files. */
  paths: readonly string[];
  /** Runs before the body is read; throws for callers who may not upload. */
  admit: (request: FastifyRequest) => Promise<void>;
}

function isLarge(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : Number(length) > LARGE;
}

/** Answers 503 with Retry-After when too many large bodies are under way. */
export function limitUploads(app: FastifyInstance, limits: UploadLimits): void {
  const holding = new Set<FastifyRequest>();
  app.addHook('preParsing', async (request, reply) => {
    if (request.method !== 'POST' || !limits.paths.includes(request.routeOptions.url ?? '') || !isLarge(request))
      return;
    await limits.admit(request);
    if (holding.size >= limits.atOnce) throw new Refusal('system.unavailable');
    holding.add(request);
    // The answer closes once, whether it was sent or the caller went away.
    reply.raw.once('close', () => holding.delete(request));
  });
  app.addHook('onResponse', async (request) => {
    holding.delete(request);
  });
}
