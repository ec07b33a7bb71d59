/** Identifies and admits the caller before the body is read or parsed: rate limit or staff session first, then the role. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { mayEver } from '#domain/access.ts';
import { EMPTY_SHA256, PROOF_HEADER } from '#domain/devices/proof.ts';
import type { DeviceCaller, Serving, StaffSession } from '../serving.ts';
import { bodyHashOf } from './body-hash.ts';
import { browserOf, networkOf } from './caller.ts';
import { authorise } from './decisions.ts';
import { noteCaller } from './denied.ts';
import { beforeParsing } from './json-body.ts';

export interface Admission {
  readonly session?: StaffSession;
  readonly device?: DeviceCaller;
}

export interface Admitting {
  /** Runs before the body is read. @throws Refusal for callers that are not admitted. */
  knock(request: FastifyRequest): Promise<void>;
  /** Runs once the body has been read. @returns the caller with their current data. */
  enter(request: FastifyRequest): Promise<Admission>;
}

/** Calls without a session from one network, all endpoints together: a showroom or a mobile carrier shares one address. */
const OPEN_CALLS = { limit: 3000, windowSeconds: 60 };

/** Counts a call without a session. @throws Refusal request.tooMany, system.unavailable */
export const countOpenCall = ({ countCall }: Pick<Serving, 'countCall'>, request: FastifyRequest): Promise<void> =>
  countCall(`open:${networkOf(request.ip)}`, OPEN_CALLS);

export function admitting(serving: Serving, endpoint: Endpoint): Admitting {
  switch (endpoint.access) {
    case 'staff':
      return admitStaff(serving, endpoint);
    case 'device':
      return admitDevice(serving);
    default:
      return { knock: (request) => countOpenCall(serving, request), enter: async () => ({}) };
  }
}

function admitStaff({ authenticate, gate }: Serving, { action }: Endpoint): Admitting {
  const knocked = new WeakMap<FastifyRequest, StaffSession>();
  const signedIn = async (request: FastifyRequest): Promise<StaffSession> => {
    const session = await authenticate(request);
    noteCaller(request, session.actor.id);
    gate.learn(request, session.actor.id);
    if (action !== undefined) authorise(mayEver(session.actor, action), 'notFound');
    return session;
  };
  return {
    async knock(request) {
      knocked.set(request, await signedIn(request));
    },
    async enter(request) {
      const known = request.body === undefined ? knocked.get(request) : undefined;
      // A body may take a minute to arrive, during which a session can end or a right be lost.
      return { session: known ?? (await signedIn(request)) };
    },
  };
}

/** A tablet signs its body: check its key before the body is read, and its signature before the body is parsed. */
function admitDevice(serving: Serving): Admitting {
  const { devices } = serving;
  const proved = new WeakMap<FastifyRequest, DeviceCaller>();
  const prove = async (request: FastifyRequest): Promise<DeviceCaller> => {
    const { method, url: path } = request;
    const bodySha256 = method === 'GET' ? EMPTY_SHA256 : bodyHashOf(request).digest('hex');
    const device = await devices.prove(proofOf(request), { method, path, bodySha256 }, browserOf(request));
    proved.set(request, device);
    return device;
  };
  return {
    async knock(request) {
      await countOpenCall(serving, request);
      await devices.recognise(proofOf(request));
      beforeParsing(request, async () => void (await prove(request)));
    },
    enter: async (request) => ({ device: proved.get(request) ?? (await prove(request)) }),
  };
}

function proofOf(request: FastifyRequest): string | undefined {
  const header = request.headers[PROOF_HEADER];
  return typeof header === 'string' ? header : undefined;
}
