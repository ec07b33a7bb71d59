/** Finds customers by misspelled names through the index of known words, without scanning the customers. */
import { type SqlBool, sql } from 'kysely';
import { searchForm } from '#domain/letters/search-form.ts';
import { isOneTypo, MIN_TOLERANT_LENGTH, variantsOf } from '#domain/letters/typos.ts';
import type { Db } from '#ports/database/database.ts';
import { all, any, type Condition, containsNormalised } from '../database/criteria.ts';

/** Characters between words, as the database's `name_words` splits a name. */
const BETWEEN_WORDS = /[\s!-@[-`{-~]+/u;
/** Longer texts are not names. */
const MAX_WORDS = 6;
/** Words with one typo: a longer list is unlikely to contain the intended one. */
const MAX_NEIGHBOURS = 40;

/** Words of customers' names that differ from this one by one typo. */
async function neighboursOf(db: Db, word: string): Promise<string[]> {
  if ([...word].length < MIN_TOLERANT_LENGTH) return [];
  const rows = await db
    .selectFrom('name_variant')
    .select('word')
    .distinct()
    .where('variant', 'in', variantsOf(word))
    .execute();
  return rows.flatMap((row) => (isOneTypo(word, row.word) ? [row.word] : [])).slice(0, MAX_NEIGHBOURS);
}

/**
 * The condition on customers whose names have all the typed words, in any order and each with at most one typo, but not
 * the text as typed; null when there can be none.
 */
export async function similarTo(db: Db, text: string): Promise<Condition | null> {
  const words = [...new Set(searchForm(text).split(BETWEEN_WORDS).filter(Boolean))];
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  const conditions: Condition[] = [];
  let hasNeighbours = false;
  for (const word of words) {
    const neighbours = await neighboursOf(db, word);
    hasNeighbours ||= neighbours.length > 0;
    // Only letters, so no pattern characters to escape.
    const pattern = `\\m(${neighbours.join('|')})\\M`;
    conditions.push(
      any([
        containsNormalised('dossier.search_text', word),
        ...(neighbours.length === 0 ? [] : [sql<SqlBool>`dossier.search_text ~ ${pattern}`]),
      ]),
    );
  }
  if (!hasNeighbours && words.length === 1) return null;
  const asTyped = sql<SqlBool>`strpos(dossier.search_text, search_form(${text.trim()})) > 0`;
  return all([...conditions, sql<SqlBool>`not (${asTyped})`]);
}
