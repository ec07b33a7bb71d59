/** SQL of numbers that received codes under more than one name: the supervisors' report. */
import { type Selectable, sql } from 'kysely';
import type { Db } from '#ports/database/database.ts';
import type { NumberUseView } from '#ports/database/tables.ts';

interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

export type NumberUse = Selectable<NumberUseView>;

export interface RecurringNumber {
  /** Id of the number's first signer. */
  readonly id: number;
  readonly phone: string;
  readonly people: number;
  readonly signatures: number;
  readonly first_date: Date;
  readonly last_date: Date;
}

/** Sorted by number of people, descending. @param query.hsts only numbers that one of these dealers has used; null: all */
export async function listRecurringNumbers(
  db: Db,
  query: { period: Period; hsts: readonly string[] | null; page: number; size: number },
): Promise<{ rows: RecurringNumber[]; total: number }> {
  const { period, hsts, page, size } = query;
  const dealerFilter = hsts === null ? sql`true` : sql`bool_or(hst = any(${[...hsts]}::text[]))`;
  const result = await sql<RecurringNumber & { total: number }>`
    select min(signer_id)::int as id, phone, count(distinct person)::int as people,
      count(distinct session_id)::int as signatures, min(created_date) as first_date, max(created_date) as last_date,
      (count(*) over ())::int as total
    from number_use where created_date >= ${period.from} and created_date < ${period.until}
    group by phone having count(distinct person) > 1 and ${dealerFilter}
    order by people desc, last_date desc, phone limit ${size} offset ${page * size}`.execute(db);
  if (result.rows.length > 0 || page === 0) return { rows: result.rows, total: result.rows[0]?.total ?? 0 };
  // A page beyond the last one still returns the total.
  return { rows: [], total: (await listRecurringNumbers(db, { ...query, page: 0, size: 1 })).total };
}

/** Every signature behind some numbers, newest first, with its documents. */
export async function listNumberUses(db: Db, phones: readonly string[], period: Period): Promise<NumberUse[]> {
  if (phones.length === 0) return [];
  return db
    .selectFrom('number_use')
    .selectAll()
    .where('phone', 'in', phones)
    .where('created_date', '>=', period.from)
    .where('created_date', '<', period.until)
    .orderBy('created_date', 'desc')
    .orderBy('document_id', 'desc')
    .execute();
}
