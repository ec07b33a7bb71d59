/** Serves one endpoint of the contract: limit, session, validation, permission, then the handler (architecture.md "A route reads"). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Actor, type Decision, mayEver } from '#domain/access.ts';
import { type Language, REFUSALS, Refusal, type RefusalCode } from '#domain/errors.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Tx } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { languageOf } from './errors.ts';
import { once } from './idempotency.ts';

export interface StaffSession {
  readonly id: string;
  readonly actor: Actor;
}

export type Authenticate = (request: FastifyRequest) => Promise<StaffSession>;

export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: Language;
}

export interface StaffCall<P, Q, B> extends Call<P, Q, B> {
  readonly actor: Actor;
  readonly session: StaffSession;
  /** The transaction of a creating call: its result is the answer, given again when the caller repeats its `Idempotency-Key`. */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Everything routes need: the server, its world and how a session is recognised. */
export interface Serving {
  readonly app: FastifyInstance;
  readonly world: World;
  readonly authenticate: Authenticate;
}

const NOTHING = z.unknown();

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** Fastify writes `:id` where the specification writes `{id}`. */
const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export function parseInput<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  objectName: string,
): z.output<S> {
  const parsed = (schema ?? NOTHING).safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const own = `${objectName}.invalid`;
    const code = isRefusalCode(own) ? own : 'request.invalid';
    throw new Refusal(code, { fieldErrors: fieldIssues(objectName, parsed.error) });
  }
  return parsed.data as z.output<S>;
}

/** A denied decision as the refusal that tells it (403, 404 or 409). */
export function decisionRefusal(decision: Decision & { ok: false }, absent: RefusalCode): Refusal {
  if (decision.kind === 'absent') return new Refusal(absent);
  switch (decision.reason) {
    case 'readonly':
      return new Refusal('access.readonly');
    case 'folderType':
      return new Refusal('access.folderType');
    case 'hasFolders':
      return new Refusal('conflict.hasFolders');
    case 'hasDocuments':
      return new Refusal('conflict.hasDocuments');
    case 'hasJobId':
      return new Refusal('conflict.hasJobId');
    case 'signingStarted':
      return new Refusal('conflict.signingStarted');
    case 'notDraft':
      return new Refusal('conflict.notDraft');
    default:
      return new Refusal('access.forbidden');
  }
}

/** @throws Refusal unless the decision is yes. */
export function authorise(decision: Decision, absent: RefusalCode): void {
  if (!decision.ok) throw decisionRefusal(decision, absent);
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C> = (
  call: C & Call<z.output<P>, z.output<Q>, z.output<B>>,
) => Promise<unknown>;

function register<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  run: (call: Call<z.output<P>, z.output<Q>, z.output<B>>, session: StaffSession | undefined) => Promise<unknown>,
): void {
  serving.app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyLimit ?? 1_048_576,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const session = endpoint.access === 'staff' ? await serving.authenticate(request) : undefined;
      if (session !== undefined && endpoint.action !== undefined) {
        authorise(mayEver(session.actor, endpoint.action), 'notFound');
      }
      const objectName = endpoint.objectName ?? 'request';
      const call = {
        params: parsePath(endpoint.params, request.params),
        query: parseInput(endpoint.query, request.query, objectName),
        body: parseInput(endpoint.body, request.body, objectName),
        request,
        reply,
        language: languageOf(request),
      };
      const output = await run(call, session);
      if (output === reply || reply.sent) return reply;
      void reply.code(endpoint.status);
      if (endpoint.status === 204) return reply.send();
      return output;
    },
  });
}

/** A path that cannot name anything is a thing that is not there, not a malformed request. */
function parsePath<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  const parsed = (schema ?? NOTHING).safeParse(value);
  if (!parsed.success) throw new Refusal('notFound');
  return parsed.data as z.output<S>;
}

/** An endpoint for signed-in staff; its action is checked before anything is loaded. */
export function serveStaff<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  handler: Handler<P, Q, B, Pick<StaffCall<P, Q, B>, 'actor' | 'session' | 'once'>>,
): void {
  if (endpoint.access !== 'staff' || endpoint.action === undefined) {
    throw new Error(`${endpoint.method} ${endpoint.path} lacks a staff action`);
  }
  register(serving, endpoint, async (call, session) => {
    if (session === undefined) throw new Refusal('session.missing');
    return handler({
      ...call,
      actor: session.actor,
      session,
      once: (work) =>
        once(serving.world, { request: call.request, userId: session.actor.id, status: endpoint.status }, work),
    });
  });
}

/** An endpoint that anyone may call; it guards itself (link token, ceremony cookie, password). */
export function serveOpen<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  handler: Handler<P, Q, B, object>,
): void {
  if (endpoint.access === 'staff') throw new Error(`${endpoint.method} ${endpoint.path} is for staff`);
  register(serving, endpoint, (call) => handler(call));
}
