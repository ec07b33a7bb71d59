/** Shared helpers of the HTTP attacks: the router's list of routes, the specification's error shape, raw sockets. */
// Real time: a server that does not answer is given up after a while.
import diagnostics from 'node:diagnostics_channel';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { REFUSALS } from '#domain/errors.ts';

/** Statuses whose body has title and detail; every other status has message. */
const TITLED_STATUSES = new Set([400, 403, 404, 422, 500]);

const fieldError = z.strictObject({
  objectName: z.string().min(1),
  field: z.string(),
  code: z.string().min(1),
  message: z.string().min(1),
});

const text = z.string().min(1);
const commonFields = {
  status: z.number().int().min(400).max(599),
  code: z.enum(Object.keys(REFUSALS) as [string, ...string[]]),
  correlationId: z.string().min(8),
  fieldErrors: z.array(fieldError).min(1).optional(),
  retryAfter: z.number().optional(),
  attemptsLeft: z.number().int().nonnegative().optional(),
  feaModuleId: z.number().int().positive().optional(),
  documentId: z.number().int().positive().optional(),
};
const titledBody = z.strictObject({ ...commonFields, title: text, detail: text });
const messageBody = z.strictObject({ ...commonFields, message: text });

/** Why an answer is not a refusal in the specified shape; null when it is one. */
export function shapeProblem(status: number, type: string | undefined, body: string): string | null {
  if (!type?.startsWith('application/json')) return `content type ${type}`;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `not JSON: ${body.slice(0, 80)}`;
  }
  const parsed = (TITLED_STATUSES.has(status) ? titledBody : messageBody).safeParse(json);
  if (!parsed.success) return `${z.prettifyError(parsed.error)} in ${body.slice(0, 200)}`;
  return parsed.data.status === status ? null : `says ${parsed.data.status} in a ${status}`;
}

/** The same for an answer of the in-memory server; a success or a redirect is not a problem. */
export function answerProblem(answer: LightMyRequestResponse): string | null {
  if (answer.statusCode < 400) return null;
  if (answer.statusCode >= 500) return `${answer.statusCode}: ${answer.body.slice(0, 400)}`;
  const problem = shapeProblem(answer.statusCode, answer.headers['content-type']?.toString(), answer.body);
  if (problem !== null) return problem;
  if (answer.headers['content-security-policy'] === undefined) return 'no content policy';
  return answer.headers['cache-control'] === 'no-store' ? null : 'may be cached';
}

export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

/** Every route registered while `build` ran, including the HEAD routes that the framework adds. */
export async function routesOf(build: () => Promise<FastifyInstance>): Promise<{
  app: FastifyInstance;
  routes: RegisteredRoute[];
}> {
  const routes: RegisteredRoute[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) routes.push({ method: verb, url });
    });
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    const app = await build();
    await app.ready();
    return { app, routes };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
}

/** Listens on a free loopback port. @returns the port. */
export async function listenOnFreePort(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends raw bytes and reads until the server closes the connection or `milliseconds` have passed. */
export function sendRaw(port: number, bytes: string, milliseconds = 5_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const done = (): void => {
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(done, milliseconds);
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part;
    });
    for (const event of ['close', 'error'] as const) {
      socket.on(event, () => {
        clearTimeout(timer);
        done();
      });
    }
    socket.write(bytes, 'latin1');
  });
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Parses the first answer of a raw connection. */
export function readRaw(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: received.slice(end + 4) };
}
