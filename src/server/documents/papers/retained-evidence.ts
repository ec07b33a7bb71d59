/** Refuses to delete what proves a FEA adherence before its retention ends. */
import { type DocumentStatus, isInProgress } from '#domain/documents/document-states.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { findEvidenceHold } from '../../adherences/index.ts';
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
      moving ||= module !== undefined && isInProgress(module.status);
    }
    return moving;
  };
  const hold = await findEvidenceHold(tx, rows, { lockModules, at });
  if (hold === null) return;
  if (hold === 'moving') throw new Refusal('conflict.signingRuns');
  if (hold === 'active') throw new Refusal('conflict.feaActive');
  const until = romeDay(hold.until).split('-').reverse().join('/');
  throw new Refusal('conflict.feaEvidence', { parameters: { until } });
}
