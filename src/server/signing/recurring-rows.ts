/** SQL of numbers that received codes in more names than one: the supervisors' report (D-45). */
import { sql } from 'kysely';
import type { Db } from '#ports/database/database.ts';

interface Period {
  readonly from: Date;
  /** Not in it any more. */
  readonly until: Date;
}

/** One person is written in several ways: first and last name in either order, accents and spaces left out. */
const PERSON = sql`(select least(f || l, l || f) from (select
  regexp_replace(search_form(signer.first_name), '[^[:alnum:]]', '', 'g') as f,
  regexp_replace(search_form(signer.last_name), '[^[:alnum:]]', '', 'g') as l) as names)`;

/** Customers to whom a code was to be sent within the period. */
const used = ({ from, until }: Period) => sql`from signer join signing_session on signing_session.id = signer.session_id
  where signer.role = 'customer' and signer.codes_requested > 0
    and signing_session.created_date >= ${from} and signing_session.created_date < ${until}`;

export interface RecurringNumber {
  readonly phone: string;
  readonly people: number;
  readonly signatures: number;
  readonly first_date: Date;
  readonly last_date: Date;
}

/** The most people first. @param hsts only numbers that one of these dealers has used; null: all */
export async function listRecurringNumbers(
  db: Db,
  { period, hsts, page, size }: { period: Period; hsts: readonly string[] | null; page: number; size: number },
): Promise<{ rows: RecurringNumber[]; total: number }> {
  const within = hsts === null ? sql`true` : sql`bool_or(signing_session.hst = any(${[...hsts]}::text[]))`;
  const answer = await sql<RecurringNumber & { total: number }>`
    select signer.phone, count(distinct ${PERSON})::int as people, count(distinct signer.session_id)::int as signatures,
      min(signing_session.created_date) as first_date, max(signing_session.created_date) as last_date,
      (count(*) over ())::int as total
    ${used(period)} group by signer.phone having count(distinct ${PERSON}) > 1 and ${within}
    order by people desc, last_date desc, signer.phone limit ${size} offset ${page * size}`.execute(db);
  if (answer.rows.length > 0 || page === 0) return { rows: answer.rows, total: answer.rows[0]?.total ?? 0 };
  // Beyond the last page the total is told all the same.
  return { rows: [], total: (await listRecurringNumbers(db, { period, hsts, page: 0, size: 1 })).total };
}

export interface NumberUse {
  readonly phone: string;
  readonly session_id: number;
  readonly hst: string | null;
  readonly started_by: string;
  readonly created_date: Date;
  readonly document_id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** Every signature behind some numbers, newest first, with its documents. */
export async function listNumberUses(db: Db, phones: readonly string[], period: Period): Promise<NumberUse[]> {
  if (phones.length === 0) return [];
  return db
    .selectFrom('signer')
    .innerJoin('signing_session', 'signing_session.id', 'signer.session_id')
    .innerJoin('session_document', 'session_document.session_id', 'signing_session.id')
    .select(['signer.phone', 'signer.session_id', 'signer.first_name', 'signer.last_name'])
    .select(['signing_session.hst', 'signing_session.started_by', 'signing_session.created_date'])
    .select('session_document.document_id')
    .where('signer.role', '=', 'customer')
    .where('signer.codes_requested', '>', 0)
    .where('signer.phone', 'in', phones)
    .where('signing_session.created_date', '>=', period.from)
    .where('signing_session.created_date', '<', period.until)
    .orderBy('signing_session.created_date', 'desc')
    .orderBy('session_document.document_id', 'desc')
    .execute();
}
