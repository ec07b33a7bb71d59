/** The only place that turns thrown errors into answers. */
import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalBody } from '#contract/definition/refusals.ts';
import { type Language, Refusal, type RefusalCode, refusalText } from '#domain/errors.ts';
import { isUnavailable } from '#ports/database/database.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import type { World } from '../../world.ts';
import { CallerGone } from '../overload/caller-gone.ts';
import { PLAIN_PAGE_POLICY } from '../pages/html.ts';
import { languageOf } from '../request/language.ts';
import { CORRELATION_HEADER } from './headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a page opened without a script: renders the refusal as a page. */
    refusalPage?: (text: string, language: Language) => string;
  }
}

/** Fastify's own refusals, mapped to ours. */
const CODE_OF_FASTIFY: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'notFound',
};

/** No space or quota left: reported by the file system or by PostgreSQL (53100 disk_full), perhaps as a nested cause. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const MAX_CAUSE_DEPTH = 5;

function isFull(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && cause instanceof Error; depth++) {
    if ('code' in cause && FULL.has(String(cause.code))) return true;
    cause = cause.cause;
  }
  return false;
}

/** The caller disconnected before its body arrived: Node reports that like a lost database connection. */
const isAborted = ({ raw }: FastifyRequest, error: unknown): boolean =>
  error instanceof CallerGone || (!raw.complete && raw.socket.destroyed);

/** The file bucket does not answer correctly; failures of every other outside system are handled where it is called. */
const isStorageDown = (error: unknown): boolean => error instanceof OutsideFailure && error.system === 'storage';

/** The processes that read files were closed first (`src/pdf/processes/child-pool.ts`). */
const isPoolClosed = (error: unknown): boolean => error instanceof Error && error.name === 'PoolClosed';

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  // Report a full disk as such, even when the database failed because of it.
  if (isFull(error)) return new Refusal('system.full');
  if (isUnavailable(error) || isStorageDown(error) || isPoolClosed(error)) return new Refusal('system.unavailable');
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>;
  const mapped = code === undefined ? undefined : CODE_OF_FASTIFY[code];
  if (mapped !== undefined) return new Refusal(mapped);
  if (statusCode === 503) return new Refusal('system.unavailable');
  if (statusCode === 413) return new Refusal('request.tooLarge');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('request.malformed');
  return undefined;
}

export function newCorrelationId(): string {
  return randomBytes(9).toString('base64url');
}

/** Default seconds for Retry-After when the refusal has none. */
const RETRY_SECONDS = 5;

/** Seconds for `Retry-After`; every 429 and 503 has one. */
function retryAfter(refusal: Refusal): number | undefined {
  const { retryAfter: seconds } = refusal.extra;
  if (typeof seconds === 'number') return Math.max(1, Math.ceil(seconds));
  return refusal.status === 503 || refusal.status === 429 ? RETRY_SECONDS : undefined;
}

/** Headers of a refusal besides the common ones. */
export function refusalHeaders(refusal: Refusal, language: Language, correlationId: string): Record<string, string> {
  const seconds = retryAfter(refusal);
  return {
    'content-language': language,
    [CORRELATION_HEADER]: correlationId,
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
  };
}

/** Headers that a handler may have set for the intended answer. */
const ANSWER_HEADERS = [
  'content-length',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'accept-ranges',
  'x-total-count',
];

export function installErrors(app: FastifyInstance, world: World): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const correlationId = String(request.id);
    const language = languageOf(request);
    const aborted = isAborted(request, error);
    const refusal = aborted ? new Refusal('request.malformed') : (asRefusal(error) ?? new Refusal('system.defect'));
    for (const name of ANSWER_HEADERS) void reply.removeHeader(name);
    void reply
      .code(refusal.status)
      .headers(refusalHeaders(refusal, language, correlationId))
      .type('application/json; charset=utf-8');
    // A request for a foreign host name gets no page.
    const page = refusal.code === 'origin.refused' ? undefined : request.routeOptions.config.refusalPage;
    const answer = refusalBody(refusal, language, correlationId);
    if (page !== undefined) {
      void reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
    }
    const body = page === undefined ? answer : page(refusalText(refusal, language), language);
    if (refusal.code === 'system.defect') {
      request.log.error({ err: error, correlationId }, 'defect');
      const stack = world.settings.mode === 'demo' && error instanceof Error ? error.stack : undefined;
      return reply.send(stack === undefined || typeof body === 'string' ? body : { ...body, stack });
    }
    if (aborted) request.log.info({ correlationId }, 'the caller aborted the request');
    else if (isFull(error)) request.log.error({ err: error, correlationId }, 'no space left');
    else if (isUnavailable(error)) request.log.error({ err: error, correlationId }, 'database unavailable');
    else if (isStorageDown(error)) request.log.error({ err: error, correlationId }, 'storage unavailable');
    return reply.send(body);
  });
}
