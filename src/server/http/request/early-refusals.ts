/** Refusals before routing: errors from the framework and the HTTP parser, in the usual error form. */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalBody } from '#contract/definition/refusals.ts';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../../world.ts';
import { newCorrelationId, refusalHeaders } from '../response/errors.ts';
import { headersOf } from '../response/headers.ts';
import { languageOf } from './language.ts';

/** An address that cannot be decoded, or is longer than any valid one, counts as not found. */
export function unreadableAddress(world: World) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new Refusal('notFound');
    const language = languageOf(request);
    const id = String(request.id);
    void reply
      .code(refusal.status)
      // Hooks do not run for these answers.
      .headers({ ...headersOf(world), ...refusalHeaders(refusal, language, id) })
      .type('application/json; charset=utf-8')
      .send(refusalBody(refusal, language, id));
  };
}

const STATUS_TEXT: Record<number, string> = { 400: 'Bad Request', 413: 'Content Too Large' };

/** Invalid HTTP, endless headers, requests that never finish: answer once, then close the connection. */
export function unreadableRequest(world: World) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = new Refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 'request.tooLarge' : 'request.malformed');
    const id = newCorrelationId();
    const body = JSON.stringify(refusalBody(refusal, 'it', id));
    const headers = {
      ...headersOf(world),
      ...refusalHeaders(refusal, 'it', id),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = `HTTP/1.1 ${refusal.status} ${STATUS_TEXT[refusal.status]}`;
    socket.end(`${[head, ...lines].join('\r\n')}\r\n\r\n${body}`);
  };
}
