/** Refuses to delete what proves a FEA adherence before its retention ends. */
import { type DocumentStatus, isMoving } from '#domain/documents/life.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { holdEvidence } from '../../adherences/index.ts';
import { lockDocument } from '../queries.ts';

/** @throws Refusal conflict.signingRuns, conflict.feaEvidence with the last day of retention, conflict.feaActive. */
export async function refuseEvidence(
  tx: Tx,
  rows: readonly { id: number; status: DocumentStatus }[],
  at: Date,
): Promise<void> {
  const lockModules = async (ids: readonly number[]): Promise<boolean> => {
    let moving = false;
    for (const id of ids) {
      const module = await lockDocument(tx, id);
      moving ||= module !== undefined && isMoving(module.status);
    }
    return moving;
  };
  const held = await holdEvidence(tx, rows, { lockModules, at });
  if (held === null) return;
  if (held === 'moving') throw new Refusal('conflict.signingRuns');
  if (held === 'active') throw new Refusal('conflict.feaActive');
  const until = romeDay(held.until).split('-').reverse().join('/');
  throw new Refusal('conflict.feaEvidence', { parameters: { until } });
}
