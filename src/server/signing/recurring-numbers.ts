/** "Numeri ricorrenti": telephones that received codes of more than one person, for supervisors (D-45). */
import type { z } from 'zod';
import type { recurringNumberAnswer } from '#contract/recurring-numbers.ts';
import { type Actor, dealersWithin, may } from '#domain/access.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import { DOCUMENTS_TOLD, PERIOD_DAYS } from '#domain/signing/recurring-numbers.ts';
import type { Db } from '#ports/database/database.ts';
import { loadForSigning } from '../documents/index.ts';
import { listNumberUses, listRecurringNumbers, type NumberUse } from './recurring-rows.ts';

type Answer = z.output<typeof recurringNumberAnswer>;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/**
 * How many people there are is counted over the whole network; who they are, who started and on which documents is told
 * of the caller's own dealers alone.
 */
export async function recurringNumbers(
  db: Db,
  actor: Actor,
  { page, size, days = PERIOD_DAYS, now }: { page: number; size: number; days?: number | undefined; now: Date },
): Promise<{ rows: Answer[]; total: number }> {
  const hsts = dealersWithin(actor, 'recurringNumber.read');
  const until = new Date(now.getTime() + 1);
  const period = { from: new Date(until.getTime() - days * 86_400_000), until };
  const { rows, total } = await listRecurringNumbers(db, { period, hsts, page, size });
  const phones = rows.map(({ phone }) => phone);
  const uses = await listNumberUses(db, phones, period);
  const isOwn = ({ hst }: NumberUse): boolean => hsts === null || (hst !== null && hsts.includes(hst));
  const documents = await loadForSigning.rowsOf(
    db,
    unique(uses.filter(isOwn).map(({ document_id }) => String(document_id))).map(Number),
  );
  const shown = rows.map((row): Answer => {
    const all = uses.filter(({ phone }) => phone === row.phone);
    const own = all.filter(isOwn);
    const told = own.flatMap((use) => {
      const document = documents.get(use.document_id);
      if (document === undefined || document.deleted_date !== null) return [];
      const { hst, brand, folder_type: folderType, created_by: createdBy } = document;
      if (!may(actor, 'document.read', { hst, brand, folderType, createdBy }).ok) return [];
      const { type, file_name: fileName, status } = document;
      const customer = `${use.first_name} ${use.last_name}`;
      return [
        {
          id: document.id,
          type,
          fileName,
          status,
          customer,
          startedBy: use.started_by,
          at: use.created_date.toISOString(),
        },
      ];
    });
    const dealers = unique(all.flatMap(({ hst }) => hst ?? []));
    return {
      maskedPhone: maskPhone(row.phone),
      people: row.people,
      signatures: row.signatures,
      firstDate: row.first_date.toISOString(),
      lastDate: row.last_date.toISOString(),
      dealers: dealers.filter((hst) => hsts === null || hsts.includes(hst)),
      otherDealers: hsts === null ? 0 : dealers.filter((hst) => !hsts.includes(hst)).length,
      startedBy: unique(own.map(({ started_by }) => started_by)),
      documents: told.slice(0, DOCUMENTS_TOLD),
    };
  });
  return { rows: shown, total };
}
