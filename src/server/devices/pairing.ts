/** Pairs a tablet with an activation: code, request by the tablet, confirmation by staff. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { pairingSchema } from '#domain/devices/device.ts';
import {
  PAIRING_CODE_BYTES,
  PAIRING_CODE_MINUTES,
  PAIRING_CONFIRM_MINUTES,
  pairingCodeOf,
  readPairingCode,
} from '#domain/devices/pairing-code.ts';
import { statementOfPairing } from '#domain/devices/proof.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { record } from '../evidence/index.ts';
import { hasSigned, keyIdOf } from './keys.ts';
import {
  claimPairing,
  type DeviceRow,
  endPairing,
  findClaimedPairing,
  findDevice,
  findLivePairing,
  findRequest,
  insertDevice,
  insertPairing,
  lockPairing,
  type PairingRow,
  type RequestRow,
  updateDevice,
  voidPairings,
} from './queries.ts';

export const activationSubject = (activationId: number): string => `activation:${activationId}`;

const MINUTE = 60_000;
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE);

/** Who acts on an activation's device. The caller holds the activation's row. */
interface Act {
  readonly activationId: number;
  readonly by: EvidenceActor & { readonly name: string };
  readonly at: Date;
}

/** Creates a code, which is returned only here; voids any pending code or request of the activation. */
export async function openPairing(tx: Tx, act: Act): Promise<{ code: string; expiresAt: Date }> {
  const { activationId, by, at } = act;
  await voidPairings(tx, activationId, by.name, at);
  const code = pairingCodeOf(randomBytes(PAIRING_CODE_BYTES));
  const expiresAt = minutesAfter(at, PAIRING_CODE_MINUTES);
  const pairingId = await insertPairing(tx, {
    activation_id: activationId,
    code_hash: hashOf(readPairingCode(code) ?? ''),
    issued_by: by.name,
    issued_date: at,
    expires_date: expiresAt,
  });
  const detail = { activationId, pairingId, expiresAt: expiresAt.toISOString() };
  await record(tx, activationSubject(activationId), { type: 'device.codeIssued', actor: by, detail }, at);
  return { code, expiresAt };
}

const pairingDetail = (row: PairingRow) => ({
  activationId: row.activation_id,
  pairingId: row.id,
  keyId: row.key_id ?? '',
  name: row.device_name ?? '',
});

/**
 * Claims a code for a tablet. A tablet is identified by its key only: the same key gets the same answer again if it was
 * lost.
 * @throws Refusal device.unproved without the private key, device.codeUnknown for a code that is unknown, used or too old.
 */
export async function claimCode(
  tx: Tx,
  input: z.output<typeof pairingSchema>,
  client: { ip: string; userAgent: string | null },
  at: Date,
): Promise<RequestRow> {
  const { publicKey, name, proof } = input;
  const code = readPairingCode(input.code);
  if (code === null) throw new Refusal('device.codeUnknown');
  if (!hasSigned(publicKey, statementOfPairing(code, publicKey), proof)) throw new Refusal('device.unproved');
  const [codeHash, keyId] = [hashOf(code), keyIdOf(publicKey)];
  const number = String(randomInt(10, 100));
  const { userAgent } = client;
  const until = minutesAfter(at, PAIRING_CONFIRM_MINUTES);
  const row = await claimPairing(tx, { codeHash, publicKey, keyId, name, userAgent, number, at, until });
  if (row !== undefined) {
    const actor: EvidenceActor = { kind: 'device', id: null, name, role: null, ...client };
    const event = { type: 'device.requested', actor, detail: pairingDetail(row) } as const;
    await record(tx, activationSubject(row.activation_id), event, at);
  } else if ((await findClaimedPairing(tx, codeHash, keyId)) === undefined) throw new Refusal('device.codeUnknown');
  const request = await findRequest(tx, keyId);
  if (request === undefined) throw new Error('A code was claimed without a request');
  return request;
}

async function lockWaitingRequest(tx: Tx, act: Act, pairingId: number): Promise<PairingRow> {
  const row = await lockPairing(tx, pairingId, act.activationId);
  if (row === undefined || row.state !== 'CLAIMED' || row.expires_date.getTime() <= act.at.getTime()) {
    throw new Refusal('device.noRequest');
  }
  return row;
}

/** Confirms the request after staff compared the number on both screens. @throws Refusal device.noRequest, device.otherNumber. */
export async function admitDevice(tx: Tx, act: Act, input: { pairingId: number; number: string }): Promise<DeviceRow> {
  const { activationId, by, at } = act;
  const row = await lockWaitingRequest(tx, act, input.pairingId);
  if (row.match_number !== input.number) throw new Refusal('device.otherNumber');
  await endPairing(tx, row.id, 'CONFIRMED', by.name, at);
  const device = await insertDevice(tx, {
    activation_id: activationId,
    public_key: row.public_key ?? '',
    key_id: row.key_id ?? '',
    name: row.device_name ?? '',
    user_agent: row.user_agent,
    paired_by: by.name,
    paired_date: at,
  });
  if (device === undefined) throw new Refusal('device.noRequest');
  const detail = { ...pairingDetail(row), deviceId: device.id };
  await record(tx, activationSubject(activationId), { type: 'device.confirmed', actor: by, detail }, at);
  return device;
}

/** @throws Refusal device.noRequest unless the request is pending or was already refused. */
export async function refuseRequest(tx: Tx, act: Act, pairingId: number): Promise<void> {
  const { activationId, by, at } = act;
  if ((await lockPairing(tx, pairingId, activationId))?.state === 'REFUSED') return;
  const row = await lockWaitingRequest(tx, act, pairingId);
  await endPairing(tx, row.id, 'REFUSED', by.name, at);
  const event = { type: 'device.refused', actor: by, detail: pairingDetail(row) } as const;
  await record(tx, activationSubject(activationId), event, at);
}

const deviceDetail = ({ activation_id, id, key_id, name }: DeviceRow) => ({
  ...{ activationId: activation_id, deviceId: id },
  ...{ keyId: key_id, name },
});

/** Ends the device's key permanently, and any pending code or request. */
export async function endDevice(tx: Tx, act: Act, reason: 'replaced' | 'withdrawn'): Promise<void> {
  const { activationId, by, at } = act;
  await voidPairings(tx, activationId, by.name, at);
  const device = await findDevice(tx, activationId);
  if (device === undefined) return;
  await updateDevice(tx, device.id, { ended_by: by.name, ended_date: at });
  const event = { type: `device.${reason}`, actor: by, detail: deviceDetail(device) } as const;
  await record(tx, activationSubject(activationId), event, at);
}

/** Takes effect immediately on every node; no change if already in that state. @throws Refusal activation.noDevice. */
export async function setDeviceDisabled(tx: Tx, act: Act, disabled: boolean): Promise<void> {
  const { activationId, by, at } = act;
  const device = await findDevice(tx, activationId);
  if (device === undefined) throw new Refusal('activation.noDevice');
  if ((device.disabled_date !== null) === disabled) return;
  await updateDevice(
    tx,
    device.id,
    disabled ? { disabled_by: by.name, disabled_date: at } : { disabled_by: null, disabled_date: null },
  );
  const type = disabled ? 'device.disabled' : 'device.enabled';
  await record(tx, activationSubject(activationId), { type, actor: by, detail: deviceDetail(device) }, at);
}

/** Returns the activation's device, or else its pending code or request while that is valid. */
export async function readDevice(
  db: Db,
  activationId: number,
  at: Date,
): Promise<{ device: DeviceRow | undefined; pairing: PairingRow | undefined }> {
  const device = await findDevice(db, activationId);
  if (device !== undefined) return { device, pairing: undefined };
  const pairing = await findLivePairing(db, activationId);
  return { device, pairing: pairing && pairing.expires_date.getTime() > at.getTime() ? pairing : undefined };
}
