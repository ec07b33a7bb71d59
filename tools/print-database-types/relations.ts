/** Reads the tables and views of a migrated database from its catalogue. */
import type { PGlite } from '@electric-sql/pglite';

export interface Column {
  readonly name: string;
  /** As PostgreSQL names it: `bigint`, `text[]`. */
  readonly type: string;
  readonly required: boolean;
  /** The column of a table that it is or shows, as `table.column`; empty for a calculated column of a view. */
  readonly origin: string;
  readonly generated: 'always' | 'default' | 'no';
  /** The texts that a check constraint admits. */
  readonly values: readonly string[] | undefined;
}

export interface Relation {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly Column[];
}

interface CatalogueRow extends Omit<Column, 'origin' | 'values'> {
  readonly relation: number;
  readonly table: string;
  readonly kind: Relation['kind'];
  readonly position: number;
  readonly definition: string | null;
  readonly checks: readonly string[] | null;
}

/** Without the list of migrations, which only the migration itself reads. */
const CATALOGUE = `
  SELECT relation.oid::int AS relation, relation.relname AS table, attnum::int AS position, attname AS name,
    CASE relation.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind,
    format_type(atttypid, NULL) AS type, attnotnull AS required,
    CASE WHEN attidentity = 'a' OR attgenerated <> '' THEN 'always'
      WHEN attidentity = 'd' OR atthasdef THEN 'default' ELSE 'no' END AS generated,
    CASE relation.relkind WHEN 'v' THEN pg_get_viewdef(relation.oid) END AS definition,
    (SELECT array_agg(pg_get_constraintdef(pg_constraint.oid) ORDER BY conname) FROM pg_constraint
      WHERE conrelid = relation.oid AND contype = 'c' AND conkey = ARRAY[attnum]) AS checks
  FROM pg_class AS relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
  WHERE relation.relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND relname <> 'schema_migration'
  ORDER BY relkind = 'v', relation.oid, attnum`;

/** `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`, or with one value `CHECK ((kind = 'a'::text))`. */
const ADMITTED = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[)?('\w+'::text(?:, '\w+'::text)*)(?:\]\))?\)\)$/;

function valuesIn(checks: readonly string[] | null): readonly string[] | undefined {
  const admitted = checks?.map((check) => ADMITTED.exec(check)?.[1]).find((value) => value !== undefined);
  return admitted === undefined ? undefined : [...admitted.matchAll(/'(\w+)'/g)].map(([, value = '']) => value);
}

/** Outer joins and subtotals leave columns null that are required in their tables. */
const ADDS_NULLS = /\b(LEFT|RIGHT|FULL|ROLLUP|CUBE|GROUPING)\b/;

/** The column of a table or of another view that each column of a query shows, as `relation.position`. */
async function originsOf(database: PGlite, query: string): Promise<string[]> {
  const text = new TextEncoder().encode(query);
  const message = new Uint8Array(text.length + 6);
  message[0] = 'Q'.charCodeAt(0);
  new DataView(message.buffer).setUint32(1, text.length + 5);
  message.set(text, 5);
  const { messages } = await database.execProtocol(message);
  const shown = messages.find((message) => message.name === 'rowDescription');
  if (shown === undefined || !('fields' in shown)) throw new Error(`Not a query: ${query}`);
  const fields = shown.fields as { tableID: number; columnID: number }[];
  return fields.map(({ tableID, columnID }) => `${tableID}.${columnID}`);
}

/** @returns tables and views by name; views take values and nullability from the columns that they show. */
export async function relationsOf(database: PGlite): Promise<Relation[]> {
  const { rows } = await database.query<CatalogueRow>(CATALOGUE);
  const columns = new Map<string, Column>();
  // Tables come first, then views in the order of their creation.
  for (const [, own] of Map.groupBy(rows, ({ relation }) => relation)) {
    const definition = own[0]?.definition ?? null;
    const origins = definition === null ? [] : await originsOf(database, definition);
    for (const [index, { relation, table, position, name, type, required, generated, checks }] of own.entries()) {
      const origin = columns.get(origins[index] ?? '');
      columns.set(`${relation}.${position}`, {
        name,
        type,
        required: definition === null ? required : origin?.required === true && !ADDS_NULLS.test(definition),
        generated,
        origin: origin?.origin ?? (definition === null ? `${table}.${name}` : ''),
        values: origin?.values ?? valuesIn(checks),
      });
    }
  }
  return [...Map.groupBy(rows, ({ table }) => table)]
    .map(([name, own]) => ({
      name,
      kind: own[0]?.kind ?? 'table',
      columns: own.flatMap(({ relation, position }) => columns.get(`${relation}.${position}`) ?? []),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
