/** Dependencies of routes: the server, its world, authentication and rate limits. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '#domain/access.ts';
import type { DeviceState } from '#domain/devices/device.ts';
import type { SignedCall } from '#domain/devices/proof.ts';
import type { World } from '../world.ts';
import type { CallGate } from './overload/call-gate.ts';

export interface StaffSession {
  readonly id: string;
  readonly actor: Actor;
}

export type Authenticate = (request: FastifyRequest) => Promise<StaffSession>;

/** The tablet identified by a call's proof. */
export interface DeviceCaller {
  readonly state: DeviceState;
  /** Null until staff confirm it. */
  readonly deviceId: number | null;
  readonly activationId: number;
  readonly hst: string;
  readonly name: string;
  readonly label: string | null;
  /** While the request is pending: the two digits to compare, and its expiry. */
  readonly number: string | null;
  readonly waitsUntil: Date | null;
}

/** Both throw Refusal device.unproved. */
export interface DeviceGate {
  /** Whether a proof names a known key and the current minute: all that can be checked before the call is read. */
  recognise(proof: string | undefined): Promise<void>;
  /** @param userAgent the call's user agent; it updates the one stored for the tablet. */
  prove(proof: string | undefined, call: SignedCall, userAgent: string | null): Promise<DeviceCaller>;
}

/** Counts one call of `subject`; throws 429 with Retry-After once the window's calls are spent, 503 when counting fails. */
export type CountCall = (subject: string, limit: { limit: number; windowSeconds: number }) => Promise<void>;

/** Dependencies of routes: the server, its world, authentication of sessions and tablets, limits for calls without them. */
export interface Serving {
  readonly app: FastifyInstance;
  readonly world: World;
  readonly authenticate: Authenticate;
  readonly devices: DeviceGate;
  readonly countCall: CountCall;
  /** Where each call waits for its caller's slot. */
  readonly gate: CallGate;
}
