/** Identifies and admits the caller before the body is read or parsed: rate limit or staff session first, then the role. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { mayEver } from '#domain/access.ts';
import { EMPTY_SHA256, PROOF_HEADER } from '#domain/devices/proof.ts';
import type { DeviceCaller, Serving, StaffSession } from '../route-context.ts';
import { bodyHashOf } from './body-hash.ts';
import { browserOf, networkOf } from './caller.ts';
import { authorise } from './decision-refusals.ts';
import { beforeParsing } from './json-body.ts';
import { noteCaller } from './log-denied.ts';

export interface Admission {
  readonly session?: StaffSession;
  readonly device?: DeviceCaller;
}

export interface AdmissionGate {
  /** Runs before the body is read. @throws Refusal for callers that are not admitted. */
  checkBeforeBody(request: FastifyRequest): Promise<void>;
  /** Runs once the body has been read. @returns the caller with their current data. */
  admit(request: FastifyRequest): Promise<Admission>;
}

/** Calls without a session from one network, all endpoints together: a showroom or a mobile carrier shares one address. */
const OPEN_CALLS = { limit: 3000, windowSeconds: 60 };

/** Counts a call without a session. @throws Refusal request.tooMany, system.unavailable */
export const countOpenCall = ({ countCall }: Pick<Serving, 'countCall'>, request: FastifyRequest): Promise<void> =>
  countCall(`open:${networkOf(request.ip)}`, OPEN_CALLS);

export function admissionGateOf(serving: Serving, endpoint: Endpoint): AdmissionGate {
  switch (endpoint.access) {
    case 'staff':
      return admitStaff(serving, endpoint);
    case 'device':
      return admitDevice(serving);
    default:
      return { checkBeforeBody: (request) => countOpenCall(serving, request), admit: async () => ({}) };
  }
}

function admitStaff({ authenticate, gate }: Serving, { action }: Endpoint): AdmissionGate {
  const earlySessions = new WeakMap<FastifyRequest, StaffSession>();
  const identifyStaff = async (request: FastifyRequest): Promise<StaffSession> => {
    const session = await authenticate(request);
    noteCaller(request, session.actor.id);
    gate.rememberAccount(request, session.actor.id);
    if (action !== undefined) authorise(mayEver(session.actor, action), 'notFound');
    return session;
  };
  return {
    async checkBeforeBody(request) {
      earlySessions.set(request, await identifyStaff(request));
    },
    async admit(request) {
      const earlySession = request.body === undefined ? earlySessions.get(request) : undefined;
      // A body may take a minute to arrive, during which a session can end or a right be lost.
      return { session: earlySession ?? (await identifyStaff(request)) };
    },
  };
}

/** A tablet signs its body: check its key before the body is read, and its signature before the body is parsed. */
function admitDevice(serving: Serving): AdmissionGate {
  const { devices } = serving;
  const provedDevices = new WeakMap<FastifyRequest, DeviceCaller>();
  const prove = async (request: FastifyRequest): Promise<DeviceCaller> => {
    const { method, url: path } = request;
    const bodySha256 = method === 'GET' ? EMPTY_SHA256 : bodyHashOf(request).digest('hex');
    const device = await devices.prove(proofOf(request), { method, path, bodySha256 }, browserOf(request));
    provedDevices.set(request, device);
    return device;
  };
  return {
    async checkBeforeBody(request) {
      await countOpenCall(serving, request);
      await devices.recognise(proofOf(request));
      beforeParsing(request, async () => void (await prove(request)));
    },
    admit: async (request) => ({ device: provedDevices.get(request) ?? (await prove(request)) }),
  };
}

function proofOf(request: FastifyRequest): string | undefined {
  const header = request.headers[PROOF_HEADER];
  return typeof header === 'string' ? header : undefined;
}
