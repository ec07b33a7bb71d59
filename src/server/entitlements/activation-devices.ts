/** Staff actions on an activation's device: pair, confirm, refuse, disable, replace. */
import type { z } from 'zod';
import type { ActivationDevice, confirmDevice as confirmCall } from '#contract/devices.ts';
import { type Actor, may } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { admitDevice, endDevice, openPairing, readDevice, refuseRequest, setDeviceDisabled } from '../devices/index.ts';
import { editedColumns } from '../http/request/edit.ts';
import { authorise } from '../http/route.ts';
import { type ActivationRow, findActivation, lockActivation, updateActivation } from './queries.ts';

export interface DeviceCommand {
  readonly actor: Actor;
  /** The same person in the form that evidence records. */
  readonly by: EvidenceActor;
  /** Id of the activation. */
  readonly id: number;
  readonly at: Date;
}

const actOf = ({ actor, by, id, at }: DeviceCommand) => ({ activationId: id, by: { ...by, name: actor.login }, at });

/** Locks the activation until the transaction ends. @throws Refusal activation.notFound when it is absent or out of the actor's sight. */
async function lockOwnActivation(tx: Tx, { actor, id, at }: DeviceCommand): Promise<ActivationRow> {
  const stored = await lockActivation(tx, id);
  if (stored === undefined) throw new Refusal('activation.notFound');
  authorise(may(actor, 'activation.edit', { hstList: [stored.hst] }), 'activation.notFound');
  const row = await findActivation(tx, id, romeDay(at));
  if (row === undefined) throw new Refusal('activation.notFound');
  return row;
}

/** @throws Refusal unless the activation waits for a device. */
function refuseUnlessFree({ status, shown_status }: ActivationRow): void {
  if (status === 'DELETED') throw new Refusal('activation.deleted');
  if (shown_status === 'EXPIRED') throw new Refusal('activation.expired');
  if (status === 'ACTIVATED') throw new Refusal('activation.hasDevice');
}

async function writeDeviceColumns(
  tx: Tx,
  { actor, id, at }: DeviceCommand,
  row: ActivationRow,
  values: { status: 'ACTIVATED' | 'DRAFT'; device_name: string | null },
): Promise<ActivationRow> {
  await updateActivation(tx, id, {
    ...values,
    ...editedColumns(actor, row, at),
  });
  return (await findActivation(tx, id, romeDay(at))) ?? row;
}

/** @throws Refusal activation.notFound, activation.deleted, activation.expired, activation.hasDevice. */
export async function issueCode(tx: Tx, command: DeviceCommand): Promise<{ code: string; expiresAt: Date }> {
  refuseUnlessFree(await lockOwnActivation(tx, command));
  return openPairing(tx, actOf(command));
}

/** @throws Refusal as issueCode does, device.noRequest, device.otherNumber. */
export async function confirmDevice(
  tx: Tx,
  command: DeviceCommand & { asked: z.output<NonNullable<typeof confirmCall.body>> },
): Promise<ActivationRow> {
  const row = await lockOwnActivation(tx, command);
  refuseUnlessFree(row);
  const device = await admitDevice(tx, actOf(command), command.asked);
  return writeDeviceColumns(tx, command, row, { status: 'ACTIVATED', device_name: device.name });
}

/** @throws Refusal activation.notFound, device.noRequest. */
export async function refuseDevice(tx: Tx, command: DeviceCommand & { pairingId: number }): Promise<void> {
  await lockOwnActivation(tx, command);
  await refuseRequest(tx, actOf(command), command.pairingId);
}

/** @throws Refusal activation.notFound, activation.noDevice. */
export async function disableActivationDevice(tx: Tx, command: DeviceCommand & { disabled: boolean }): Promise<void> {
  await lockOwnActivation(tx, command);
  await setDeviceDisabled(tx, actOf(command), command.disabled);
}

/** Ends the device's key immediately; the activation keeps its seat. @throws Refusal activation.notFound, .deleted, .noDevice. */
export async function replaceDevice(tx: Tx, command: DeviceCommand): Promise<ActivationRow> {
  const row = await lockOwnActivation(tx, command);
  if (row.status === 'DELETED') throw new Refusal('activation.deleted');
  if (row.status !== 'ACTIVATED') throw new Refusal('activation.noDevice');
  await endDevice(tx, actOf(command), 'replaced');
  return writeDeviceColumns(tx, command, row, { status: 'DRAFT', device_name: null });
}

/** The device as shown to staff. @param id an activation visible to the caller. */
export async function presentDevice(db: Db, id: number, at: Date): Promise<ActivationDevice> {
  const { device, pairing } = await readDevice(db, id, at);
  const claimed = pairing?.state === 'CLAIMED' ? pairing : undefined;
  return {
    state: device ? 'PAIRED' : claimed ? 'WAITING' : pairing ? 'CODE' : 'NONE',
    code:
      pairing && !claimed
        ? {
            issuedBy: pairing.issued_by,
            issuedDate: pairing.issued_date.toISOString(),
            expiresAt: pairing.expires_date.toISOString(),
          }
        : null,
    request: claimed
      ? {
          pairingId: claimed.id,
          number: claimed.match_number ?? '',
          deviceName: claimed.device_name ?? '',
          userAgent: claimed.user_agent,
          askedDate: (claimed.claimed_date ?? claimed.issued_date).toISOString(),
          expiresAt: claimed.expires_date.toISOString(),
        }
      : null,
    device: device
      ? {
          id: device.id,
          deviceName: device.name,
          userAgent: device.user_agent,
          pairedBy: device.paired_by,
          pairedDate: device.paired_date.toISOString(),
          lastSeenDate: device.last_seen_date?.toISOString() ?? null,
          disabledBy: device.disabled_by,
          disabledDate: device.disabled_date?.toISOString() ?? null,
        }
      : null,
  };
}
