/** Refusals before a route is found: what the framework and the HTTP parser turn down, in the one error shape (specification §8, R-15). */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalBody } from '#contract/definition/refusals.ts';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../../world.ts';
import { newCorrelationId, refusalHeaders } from '../response/errors.ts';
import { headersOf } from '../response/headers.ts';
import { languageOf } from './language.ts';

/** An address that cannot be decoded, or names something longer than any name of ours, is a thing that is not there. */
export function unreadableAddress(world: World) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new Refusal('notFound');
    const language = languageOf(request);
    const id = String(request.id);
    void reply
      .code(refusal.status)
      // No hook runs for these answers.
      .headers({ ...headersOf(world), ...refusalHeaders(refusal, language, id) })
      .type('application/json; charset=utf-8')
      .send(refusalBody(refusal, language, id));
  };
}

const STATUS_TEXT: Record<number, string> = { 400: 'Bad Request', 413: 'Content Too Large' };

/** Bytes that are no HTTP, headers without end, requests that never finish: answered once, then the connection goes. */
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
