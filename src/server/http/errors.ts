/** The one place that turns what was thrown into an answer (specification §8, P-20). */
import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FieldError,
  fieldMessage,
  type Language,
  Refusal,
  type RefusalCode,
  refusalText,
} from '#domain/errors.ts';
import { isUnavailable } from '#ports/database/database.ts';
import type { World } from '../world.ts';

const TITLES = {
  validation: { it: 'Errore di validazione dei dati.', en: 'Data validation error.' },
  forbidden: { it: 'Errore nei permessi', en: 'Permission error' },
  internal: { it: 'Errore interno del server', en: 'Internal server error' },
} as const;

const TITLE_OF_STATUS: Record<number, keyof typeof TITLES> = {
  400: 'validation',
  403: 'forbidden',
  404: 'validation',
  422: 'validation',
  500: 'internal',
};

export interface ErrorBody {
  status: number;
  code: string;
  correlationId: string;
  title?: string;
  detail?: string;
  message?: string;
  stack?: string;
  fieldErrors?: FieldError[];
}

export function languageOf(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'it';
}

/** Fastify's own refusals, said in our words. */
const CODE_OF_FASTIFY: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'notFound',
};

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('system.unavailable');
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : CODE_OF_FASTIFY[code];
  if (known !== undefined) return new Refusal(known);
  if (statusCode === 503) return new Refusal('system.unavailable');
  if (statusCode === 413) return new Refusal('request.tooLarge');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('request.malformed');
  return undefined;
}

export function errorBody(refusal: Refusal, language: Language, correlationId: string): ErrorBody {
  const status = refusal.status;
  const text = refusalText(refusal, language);
  const title = TITLE_OF_STATUS[status];
  return {
    status,
    code: refusal.code,
    ...(title === undefined ? { message: text } : { title: TITLES[title][language], detail: text }),
    ...(refusal.fieldErrors.length === 0
      ? {}
      : {
          fieldErrors: refusal.fieldErrors.map((issue) => ({
            objectName: issue.objectName,
            field: issue.field,
            code: issue.code,
            message: fieldMessage(issue, language),
          })),
        }),
    ...refusal.extra,
    correlationId,
  };
}

export function newCorrelationId(): string {
  return randomBytes(9).toString('base64url');
}

export function installErrors(app: FastifyInstance, world: World): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const correlationId = String(request.id);
    const language = languageOf(request);
    const refusal = asRefusal(error);
    if (refusal === undefined) {
      request.log.error({ err: error, correlationId }, 'defect');
      const body = errorBody(new Refusal('system.defect'), language, correlationId);
      const stack = world.settings.mode === 'demo' && error instanceof Error ? error.stack : undefined;
      return reply.code(500).send(stack === undefined ? body : { ...body, stack });
    }
    if (isUnavailable(error)) request.log.error({ err: error, correlationId }, 'database unavailable');
    const retryAfter = refusal.extra.retryAfter;
    if (refusal.status === 503) void reply.header('retry-after', '5');
    else if (typeof retryAfter === 'number')
      void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
    return reply.code(refusal.status).send(errorBody(refusal, language, correlationId));
  });
}
