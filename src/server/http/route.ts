/** Serves one endpoint of the contract: limit, session, validation, permission, then the handler. */

import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { z } from 'zod';
import { bodyLimitOf, type Endpoint } from '#contract/definition/endpoint.ts';
import { invalidCode } from '#contract/definition/refusals.ts';
import type { Actor } from '#domain/access.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Tx } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import type { KeyedRequest } from './queries.ts';
import { type Admission, admissionGateOf } from './request/admission.ts';
import { hashing } from './request/body-hash.ts';
import { withoutEmptyValues } from './request/empty-values.ts';
import { hashKeyedBody, keyedRequest, once, replay } from './request/idempotency.ts';
import { languageOf } from './request/language.ts';
import { logDenied } from './request/log-denied.ts';
import { checkAnswer, checkOnceUsed, checkRefusal } from './response/contract-check.ts';
import type { DeviceCaller, Serving, StaffSession } from './route-context.ts';

export { authorise, authoriseAction, type Needs } from './request/decision-refusals.ts';
export type { Authenticate, CountCall, DeviceCaller, DeviceGate, Serving, StaffSession } from './route-context.ts';

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
  /**
   * Runs the transaction of a creating call (`idempotent: true`): its result is the answer, repeated when the caller
   * repeats its `Idempotency-Key`. `work` must read through its `tx` only; do file work before. For other endpoints, a
   * plain transaction.
   */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Inside `once`: nothing was created; the answer is an existing entity (`existing` of the endpoint). */
  found(): void;
}

/** Input of an endpoint without a schema. */
const NOTHING = z.strictObject({}).nullish();

/** Fastify writes `:id` where the contract writes `{id}`. */
const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export function parseInput<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  objectName: string,
): z.output<S> {
  const parsed = (schema ?? NOTHING).safeParse(value, { reportInput: true });
  if (!parsed.success) {
    throw new Refusal(invalidCode(objectName), { fieldErrors: fieldIssues(objectName, parsed.error) });
  }
  return parsed.data as z.output<S>;
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C> = (
  call: C & Call<z.output<P>, z.output<Q>, z.output<B>>,
) => Promise<unknown>;

interface Admitted extends Admission {
  readonly once: StaffCall<unknown, unknown, unknown>['once'];
  readonly found: () => void;
}

/** Logs a denied call. Tests also check that the contract lists the refusal. */
async function logDenials<T>(world: World, endpoint: Endpoint, request: FastifyRequest, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    logDenied(request, error);
    if (world.settings.checkContract && error instanceof Refusal) checkRefusal(endpoint, error.code);
    throw error;
  }
}

function inputOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O>,
  request: FastifyRequest,
): { params: z.output<P>; query: z.output<Q>; body: z.output<B> } {
  const objectName = endpoint.objectName ?? 'request';
  return {
    params: parsePath(endpoint.params, request.params),
    query: parseInput(endpoint.query, request.query, objectName),
    body: parseInput(endpoint.body, withoutEmptyValues(request.body, endpoint.body, endpoint.output), objectName),
  };
}

/** The transaction of a creating call, and the status of its answer. */
interface Creation extends Pick<Admitted, 'once' | 'found'> {
  readonly answered: { status: number };
  /** Whether the answer was stored with its key. */
  readonly isKept: () => boolean;
}

function creationOf(world: World, endpoint: Endpoint, keyed: KeyedRequest | undefined, reply: FastifyReply): Creation {
  let isStored = false;
  const answered: { status: number } = { status: endpoint.status };
  return {
    answered,
    isKept: () => isStored,
    once: async (work) => {
      // Reset for a retried transaction.
      const resetAndRun = (tx: Tx) => {
        answered.status = endpoint.status;
        return work(tx);
      };
      if (keyed === undefined) return world.database.transaction(resetAndRun);
      if (isStored) throw new Error('A call has one answer: `once` was used twice');
      isStored = true;
      return once(world, { keyed, reply, answered }, resetAndRun);
    },
    found: () => {
      if (endpoint.existing === undefined) throw new Error(`${endpoint.path} defines no answer for an existing entity`);
      answered.status = endpoint.existing;
    },
  };
}

interface Route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType> {
  readonly endpoint: Endpoint<P, Q, B, O>;
  readonly run: (call: Call<z.output<P>, z.output<Q>, z.output<B>>, admitted: Admitted) => Promise<unknown>;
}

/** Validates the call of an admitted caller and runs its handler. */
async function answerCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  world: World,
  { endpoint, run }: Route<P, Q, B, O>,
  caller: Admission,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { checkContract = false } = world.settings;
  const { session } = caller;
  const keyed = session && endpoint.idempotent ? keyedRequest(request, session.actor, endpoint) : undefined;
  if (keyed !== undefined && (await replay(world, keyed, reply))) return reply;
  const call = { ...inputOf(endpoint, request), request, reply, language: languageOf(request) };
  const { answered, isKept, ...creation } = creationOf(world, endpoint, keyed, reply);
  const output = await run(call, { ...caller, ...creation });
  if (checkContract && keyed !== undefined) checkOnceUsed(endpoint, isKept());
  if (output === reply || reply.sent) return reply;
  if (checkContract) checkAnswer(endpoint, output);
  void reply.code(answered.status);
  return answered.status === 204 ? reply.send() : output;
}

function register<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  route: Route<P, Q, B, O>,
  deviceState: 'active' | 'anyState' = 'active',
): void {
  const { app, gate, world } = serving;
  const { endpoint } = route;
  const admission = admissionGateOf(serving, endpoint);

  const admitEarly = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await gate.enter(request, reply, endpoint.access);
    let keepsSlot = false;
    try {
      await admission.checkBeforeBody(request);
      // A body may take a minute to arrive: release the slot for the caller's other calls meanwhile.
      keepsSlot = !hasBody(request);
    } finally {
      if (!keepsSlot) gate.leave(request);
    }
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    await gate.enter(request, reply, endpoint.access);
    try {
      const caller = await admission.admit(request);
      const isInactive = caller.device !== undefined && caller.device.state !== 'ACTIVE';
      if (isInactive && deviceState === 'active') throw new Refusal('device.notActive');
      return await answerCall(world, route, caller, { request, reply });
    } finally {
      gate.leave(request);
    }
  };

  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint),
    // Reading a file is recorded in the trail; HEAD would do that without returning anything.
    exposeHeadRoute: false,
    ...(endpoint.idempotent ? { preParsing: hashKeyedBody } : {}),
    ...(endpoint.access === 'device' ? { preParsing: hashProvedBody } : {}),
    onRequest: (request, reply) => logDenials(world, endpoint, request, admitEarly(request, reply)),
    handler: (request, reply) => logDenials(world, endpoint, request, handle(request, reply)),
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const hashProvedBody: preParsingHookHandler = (request, _reply, payload, done) => {
  done(null, request.method === 'GET' ? payload : hashing(request, payload));
};

/** An invalid path parameter is a 404, not a malformed request. */
export function parsePath<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  const parsed = (schema ?? NOTHING).safeParse(value);
  if (!parsed.success) throw new Refusal('notFound');
  return parsed.data as z.output<S>;
}

/** Serves an endpoint for signed-in staff; its action is checked before anything is loaded. */
export function serveStaff<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  handler: Handler<P, Q, B, Pick<StaffCall<P, Q, B>, 'actor' | 'session' | 'once' | 'found'>>,
): void {
  if (endpoint.access !== 'staff' || endpoint.action === undefined) {
    throw new Error(`${endpoint.method} ${endpoint.path} lacks a staff action`);
  }
  const run: Route<P, Q, B, O>['run'] = async (call, { session, once, found }) => {
    if (session === undefined) throw new Refusal('session.missing');
    return handler({ ...call, actor: session.actor, session, once, found });
  };
  register(serving, { endpoint, run });
}

/** Serves a public endpoint, which guards itself (link token, ceremony cookie, password). */
export function serveOpen<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  handler: Handler<P, Q, B, object>,
): void {
  if (endpoint.access === 'staff' || endpoint.access === 'device') {
    throw new Error(`${endpoint.method} ${endpoint.path} is for ${endpoint.access}`);
  }
  register(serving, { endpoint, run: (call) => handler(call) });
}

/** Serves an endpoint for tablets, each call proved with the tablet's key; `active`: only for tablets that may act now. */
export function serveDevice<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  serving: Serving,
  endpoint: Endpoint<P, Q, B, O>,
  deviceState: 'active' | 'anyState',
  handler: Handler<P, Q, B, { readonly device: DeviceCaller }>,
): void {
  if (endpoint.access !== 'device') throw new Error(`${endpoint.method} ${endpoint.path} is not for tablets`);
  const run: Route<P, Q, B, O>['run'] = async (call, { device }) => {
    if (device === undefined) throw new Refusal('device.unproved');
    return handler({ ...call, device });
  };
  register(serving, { endpoint, run }, deviceState);
}
