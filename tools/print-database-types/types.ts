/** Writes the row types of tables and views as TypeScript. */
import { type Exception, MODULES } from './exceptions.ts';
import type { Column, Relation } from './relations.ts';

const NOTE = 'Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale.';
const LINE_WIDTH = 120;

/** Files by the first letters of their tables; each stays below 500 lines. */
const FILES = ['a-c', 'd-e', 'f-r', 's-z'];

/** As the drivers read them. */
const SCALARS: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  integer: 'number',
  numeric: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
};

function valueOf(path: string, { type, values }: Column, named: string | undefined): string {
  if (named) return named;
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
  const scalar = SCALARS[type.replace(/\[\]$/, '')];
  if (scalar === undefined) throw new Error(`${path} is ${type}: its type belongs in exceptions.ts`);
  return type.endsWith('[]') ? `${scalar}[]` : scalar;
}

function columnType(relation: Relation, column: Column, exceptions: ReadonlyMap<string, Exception>): string {
  const path = `${relation.name}.${column.name}`;
  const own = exceptions.get(path);
  const rule = own?.rule || exceptions.get(`${relation.name}.*`)?.rule;
  const value = valueOf(path, column, own?.type || exceptions.get(column.origin)?.type);
  const orNull = column.required || rule === 'not null' ? '' : ' | null';
  const read = `${value}${orNull}`;
  if (relation.kind === 'view' || column.generated === 'always' || rule === 'set by trigger')
    return `GeneratedAlways<${read}>`;
  if (rule === 'not inserted') return `ColumnType<${read}, never, ${value}>`;
  const isJson = column.type === 'jsonb';
  const written = isJson ? `string${orNull}` : read;
  const inserted = column.generated === 'default' ? `${written} | undefined` : written;
  if (rule === 'not updated') return `ColumnType<${read}, ${inserted}, never>`;
  if (isJson) return `ColumnType<${read}, ${inserted}, ${written}>`;
  return inserted === read ? read : `Generated<${read}>`;
}

function printedColumn(name: string, type: string): string {
  const line = `  ${name}: ${type};`;
  if (line.length > LINE_WIDTH) throw new Error(`Too long, name the values in exceptions.ts: ${line.trim()}`);
  return line;
}

const nameOf = ({ name, kind }: Relation): string =>
  `${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${kind === 'view' ? 'View' : 'Table'}`;

function printedRelation(relation: Relation, exceptions: ReadonlyMap<string, Exception>): string {
  const columns = relation.columns.map((column) =>
    printedColumn(column.name, columnType(relation, column, exceptions)),
  );
  return [`export interface ${nameOf(relation)} {`, ...columns, '}'].join('\n');
}

function importOf(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(', ')} } from '${from}';`;
  if (line.length <= LINE_WIDTH) return line;
  return ['import type {', ...names.map((name) => `  ${name},`), `} from '${from}';`].join('\n');
}

/** Packages, then other subjects, then neighbours. */
const rankOf = (module: string): number => (module.startsWith('.') ? 2 : module.startsWith('#') ? 1 : 0);

/** Imports of the types that a text names. */
function importsOf(text: string): string {
  const known = Object.entries({ ColumnType: 'kysely', Generated: 'kysely', GeneratedAlways: 'kysely', ...MODULES });
  const named = known.filter(([name]) => new RegExp(`(?<!')\\b${name}\\b(?!')`).test(text));
  const modules = Map.groupBy(named, ([, from]) => from);
  return [...modules]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([from, names]) => importOf(names.map(([name]) => name).toSorted(), from))
    .join('\n');
}

/** The files by name. */
export function printedTypes(
  relations: readonly Relation[],
  exceptions: ReadonlyMap<string, Exception>,
): ReadonlyMap<string, string> {
  return new Map(
    FILES.map((letters) => {
      const own = relations.filter(({ name }) => new RegExp(`^[${letters}]`).test(name));
      const body = [
        ...own.map((relation) => printedRelation(relation, exceptions)),
        [
          `export interface Tables${letters.toUpperCase().replace('-', 'To')} {`,
          ...own.map((relation) => `  ${relation.name}: ${nameOf(relation)};`),
          '}',
        ].join('\n'),
      ].join('\n\n');
      return [`tables-${letters}.ts`, `/** ${NOTE} */\n${importsOf(body)}\n\n${body}\n`];
    }),
  );
}
