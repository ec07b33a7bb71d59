/** Recognises a tablet by the proof in its call: signed with its key, for this call only, within a minute, used once. */
import type { DeviceState } from '#domain/devices/device.ts';
import { PROOF_TOLERANCE_SECONDS, type Proof, readProof, statementOfCall } from '#domain/devices/proof.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db } from '#ports/database/database.ts';
import type { DeviceCaller, DeviceGate } from '../http/route.ts';
import type { World } from '../world.ts';
import { hasSigned } from './keys.ts';
import { findPaired, findRequest, hasDevice, markSeen, type PairedRow, type RequestRow, useNonce } from './queries.ts';

const SEEN_EVERY_MS = 30_000;

function pairedState(device: PairedRow, at: Date): DeviceState {
  if (device.ended_date !== null || device.status !== 'ACTIVATED') return 'ENDED';
  if (device.expires_at !== null && device.expires_at < romeDay(at)) return 'LAPSED';
  return device.disabled_date === null ? 'ACTIVE' : 'DISABLED';
}

function requestState({ state, expires_date }: RequestRow, at: Date): DeviceState {
  if (state === 'REFUSED') return 'REFUSED';
  return state === 'CLAIMED' && expires_date.getTime() > at.getTime() ? 'WAITING' : 'EXPIRED';
}

const callerOfPaired = (device: PairedRow, at: Date): DeviceCaller => ({
  state: pairedState(device, at),
  deviceId: device.id,
  activationId: device.activation_id,
  hst: device.hst,
  name: device.name,
  label: device.device_label,
  number: null,
  waitsUntil: null,
});

export function callerOfRequest(request: Omit<RequestRow, 'public_key' | 'key_id'>, at: Date): DeviceCaller {
  const state = requestState(request as RequestRow, at);
  return {
    state,
    deviceId: null,
    activationId: request.activation_id,
    hst: request.hst,
    name: request.device_name,
    label: request.device_label,
    ...(state === 'WAITING'
      ? { number: request.match_number, waitsUntil: request.expires_date }
      : { number: null, waitsUntil: null }),
  };
}

/** Whether a dealer can take handwriting. */
export const hasDeviceFor = (db: Db, hst: string, at: Date): Promise<boolean> => hasDevice(db, hst, romeDay(at));

interface KeyOwner {
  readonly device: PairedRow | undefined;
  readonly request: RequestRow | undefined;
  readonly publicKey: RequestRow['public_key'];
}

/** @throws Refusal device.unproved unless the proof is recent and names a known key. */
async function ownerOf(world: World, header: string | undefined): Promise<{ proof: Proof; at: Date; owner: KeyOwner }> {
  const { database, clock } = world;
  const at = clock.now();
  const proof = header === undefined ? null : readProof(header);
  if (proof === null) throw new Refusal('device.unproved');
  if (Math.abs(at.getTime() - proof.time) > PROOF_TOLERANCE_SECONDS * 1000) {
    // Send the server's time so that a tablet with a wrong clock can sign a new proof.
    throw new Refusal('device.unproved', { extra: { now: at.toISOString() } });
  }
  const device = await findPaired(database.read, proof.keyId);
  const request = device === undefined ? await findRequest(database.read, proof.keyId) : undefined;
  const publicKey = device?.public_key ?? request?.public_key;
  if (publicKey === undefined) throw new Refusal('device.unproved');
  return { proof, at, owner: { device, request, publicKey } };
}

/**
 * Gives the same answer for every invalid proof: unknown key, another call's signature, wrong time (the answer carries
 * the right one), second use.
 * @throws Refusal device.unproved (401).
 */
export function deviceGate(world: World): DeviceGate {
  return {
    recognise: async (header) => void (await ownerOf(world, header)),
    async prove(header, call, userAgent) {
      const { proof, at, owner } = await ownerOf(world, header);
      const { device, request, publicKey } = owner;
      if (!hasSigned(publicKey, statementOfCall(call, proof), proof.signature)) throw new Refusal('device.unproved');
      const isFirstUse = await world.database.transaction(async (tx) => {
        if (!(await useNonce(tx, proof.keyId, proof.nonce, at))) return false;
        if (device !== undefined) {
          await markSeen(tx, device.id, { at, unlessSince: new Date(at.getTime() - SEEN_EVERY_MS), userAgent });
        }
        return true;
      });
      if (!isFirstUse) throw new Refusal('device.unproved');
      if (device !== undefined) return callerOfPaired(device, at);
      if (request === undefined) throw new Refusal('device.unproved');
      return callerOfRequest(request, at);
    },
  };
}
