/** What routes are given: the server, its world, how whoever calls is recognised and counted. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '#domain/access.ts';
import type { DeviceState } from '#domain/devices/device.ts';
import type { ProvedCall } from '#domain/devices/proof.ts';
import type { World } from '../world.ts';
import type { CallGate } from './overload/call-gate.ts';

export interface StaffSession {
  readonly id: string;
  readonly actor: Actor;
}

export type Authenticate = (request: FastifyRequest) => Promise<StaffSession>;

/** A tablet behind a call, by the proof that the call carries (P-13). */
export interface DeviceCaller {
  readonly state: DeviceState;
  /** Null until the staff have confirmed it. */
  readonly deviceId: number | null;
  readonly activationId: number;
  readonly hst: string;
  readonly name: string;
  readonly label: string | null;
  /** While it waits: the two digits to compare, and until when. */
  readonly number: string | null;
  readonly waitsUntil: Date | null;
}

/** Both throw Refusal device.unproved. */
export interface DeviceGate {
  /** Whether a proof names a key of ours and the present minute: all that can be told before its call has been read. */
  recognise(proof: string | undefined): Promise<void>;
  /** @param userAgent as the call brings it; what is kept of the tablet's follows it. */
  prove(proof: string | undefined, call: ProvedCall, userAgent: string | null): Promise<DeviceCaller>;
}

/** Counts one call of `subject`; throws 429 with Retry-After once a window's calls are spent, 503 when it cannot count. */
export type CountCall = (subject: string, limit: { limit: number; windowSeconds: number }) => Promise<void>;

/** Everything routes need: the server, its world, how a session or a tablet is recognised, how calls without one are counted. */
export interface Serving {
  readonly app: FastifyInstance;
  readonly world: World;
  readonly authenticate: Authenticate;
  readonly devices: DeviceGate;
  readonly countCall: CountCall;
  /** Where each call waits for its caller's turn. */
  readonly gate: CallGate;
}
