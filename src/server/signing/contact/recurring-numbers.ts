/** "Numeri ricorrenti": reports telephones that received codes for more than one person, for supervisors. */
import type { z } from 'zod';
import type { recurringNumberAnswer } from '#contract/signing/recurring-numbers.ts';
import { type Actor, may, visibleDealers } from '#domain/access.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import { MAX_LISTED_DOCUMENTS, PERIOD_DAYS } from '#domain/signing/contact/recurring-numbers.ts';
import type { Db } from '#ports/database/database.ts';
import { findDocumentsById, type LoadedDocument } from '../../documents/index.ts';
import { listNumberUses, listRecurringNumbers, type NumberUse } from './recurring-numbers.queries.ts';

type Answer = z.output<typeof recurringNumberAnswer>;

const sortedUnique = (values: readonly string[]): string[] => [...new Set(values)].sort();

type NumberDocument = Answer['documents'][number];

/** Documents signed with a number, where the caller may see them. */
function presentNumberUse(actor: Actor, use: NumberUse, document: LoadedDocument | undefined): NumberDocument[] {
  if (document === undefined || document.deleted_date !== null) return [];
  const {
    id,
    type,
    file_name: fileName,
    status,
    hst,
    brand,
    folder_type: folderType,
    created_by: createdBy,
  } = document;
  if (!may(actor, 'document.read', { hst, brand, folderType, createdBy }).ok) return [];
  const customer = `${use.first_name} ${use.last_name}`;
  return [{ id, type, fileName, status, customer, startedBy: use.started_by, at: use.created_date.toISOString() }];
}

/**
 * The number of people is counted over the whole network; names, starting users and documents are returned only for the
 * caller's own dealers.
 */
export async function recurringNumbers(
  db: Db,
  actor: Actor,
  { page, size, days = PERIOD_DAYS, now }: { page: number; size: number; days?: number | undefined; now: Date },
): Promise<{ rows: Answer[]; total: number }> {
  const hsts = visibleDealers(actor, 'recurringNumber.read');
  const isOwn = (hst: string): boolean => hsts === null || hsts.includes(hst);
  const until = new Date(now.getTime() + 1);
  const period = { from: new Date(until.getTime() - days * 86_400_000), until };
  const { rows, total } = await listRecurringNumbers(db, { period, hsts, page, size });
  const uses = await listNumberUses(
    db,
    rows.map(({ phone }) => phone),
    period,
  );
  const ownUses = uses.filter(({ hst }) => isOwn(hst));
  const documents = await findDocumentsById(db, [...new Set(ownUses.map(({ document_id }) => document_id))]);
  const answers = rows.map((row): Answer => {
    const dealers = sortedUnique(uses.filter(({ phone }) => phone === row.phone).map(({ hst }) => hst));
    const usesOfNumber = ownUses.filter(({ phone }) => phone === row.phone);
    return {
      id: row.id,
      maskedPhone: maskPhone(row.phone),
      people: row.people,
      signatures: row.signatures,
      firstDate: row.first_date.toISOString(),
      lastDate: row.last_date.toISOString(),
      dealers: dealers.filter(isOwn),
      otherDealers: dealers.filter((hst) => !isOwn(hst)).length,
      startedBy: sortedUnique(usesOfNumber.map(({ started_by }) => started_by)),
      documents: usesOfNumber
        .flatMap((use) => presentNumberUse(actor, use, documents.get(use.document_id)))
        .slice(0, MAX_LISTED_DOCUMENTS),
    };
  });
  return { rows: answers, total };
}
