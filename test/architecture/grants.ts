/** Checks that the application's role may write exactly what the product's statements write (db/grants.sql, record 0044). */
import { isTest, type SourceFile } from './sources.ts';
import { tableOwners } from './tables.ts';

type Write = 'INSERT' | 'UPDATE' | 'DELETE';

const grant = /^GRANT ([^;]+?) ON (?:ALL (?:TABLES|SEQUENCES) IN SCHEMA \w+|SCHEMA \w+|(\w+)) TO :application;$/;

interface Grants {
  /** Table → allowed writes; empty for a table that is only read. */
  grants: Map<string, Set<string>>;
  /** True if the application may take the next value of the product's sequences. */
  sequences: boolean;
  /** Lines that do not match a known form. */
  strange: string[];
}

function grantsIn(sql: string): Grants {
  const grants = new Map<string, Set<string>>();
  const strange: string[] = [];
  let sequences = false;
  for (const line of sql.replace(/--.*$/gm, '').split('\n')) {
    if (line.trim() === '' || line === 'REVOKE ALL ON SCHEMA public FROM PUBLIC;') continue;
    const [, privileges = '', table] = grant.exec(line) ?? [];
    if (line.includes('ON ALL SEQUENCES IN SCHEMA public') && /\bUSAGE\b/.test(privileges)) sequences = true;
    if (privileges === '' || (table !== undefined && grants.has(table))) strange.push(line);
    const words = [...privileges.matchAll(/[A-Z]+/g)].map(([word]) => word);
    if (table !== undefined) grants.set(table, new Set(words.filter((word) => word !== 'SELECT')));
  }
  return { grants, sequences, strange };
}

const builderWrites: readonly [Write, RegExp][] = [
  ['INSERT', /\binsertInto\(\s*'(\w+)'/g],
  ['UPDATE', /\bupdateTable\(\s*'(\w+)'/g],
  ['DELETE', /\bdeleteFrom\(\s*'(\w+)'/g],
  // One statement that inserts or else updates (an upsert).
  ['UPDATE', /\binsertInto\(\s*'(\w+)'(?:(?!insertInto\(|insert into ).)*?\bdoUpdateSet\(/gs],
];
const sqlWrites: readonly [Write, RegExp][] = [
  ['INSERT', /\binsert\s+into\s+(\w+)/gi],
  ['UPDATE', /\bupdate\s+(\w+)\s+(?:as\s+\w+\s+|\w+\s+)?set\b/gi],
  ['DELETE', /\bdelete\s+from\s+(\w+)/gi],
  ['UPDATE', /\binsert\s+into\s+(\w+)(?:(?!insertInto\(|insert\s+into\s).)*?\bdo\s+update\b/gis],
];

/** Calls that need USAGE of the sequence in PostgreSQL; the values of identity columns need no privilege. */
const NEXT_VALUE = /\bnextval\s*\(/i;
/** A lock on rows needs UPDATE of at least one column. */
const rowLock = /\bselectFrom\(\s*'(\w+)[^']*'(?:(?!selectFrom\().)*?\.for(?:NoKey)?(?:Update|Share|KeyShare)\(/gs;

function writesIn(text: string, patterns: readonly [Write, RegExp][], tables: ReadonlySet<string>) {
  return patterns.flatMap(([write, pattern]) =>
    [...text.matchAll(pattern)].flatMap(([, table = '']) => (tables.has(table) ? [{ table, write }] : [])),
  );
}

const isProduct = ({ path }: SourceFile): boolean => /^src\/(server|adapters)\/.*\.ts$/.test(path) && !isTest(path);

/** Writes by the server and its adapters; for the database, by its triggers. Commands that migrate or restore run as the owner. */
function writesOf(file: SourceFile, tables: ReadonlySet<string>): { table: string; write: Write }[] {
  if (/^db\/tables\/.*\.sql$/.test(file.path)) {
    const bodies = [...file.text.replace(/--.*$/gm, '').matchAll(/\$\$(.*?)\$\$/gs)].map(([, body = '']) => body);
    return bodies.flatMap((body) => writesIn(body, sqlWrites, tables));
  }
  if (!isProduct(file)) return [];
  return writesIn(file.code, [...builderWrites, ...sqlWrites], tables);
}

/** Tables without a grant line, statements that would be refused, and unused privileges. */
export function grantViolations(files: readonly SourceFile[]): string[] {
  const tables = new Set(tableOwners(files).keys());
  const { grants, sequences, strange } = grantsIn(files.find(({ path }) => path === 'db/grants.sql')?.text ?? '');
  const used = new Set<string>();
  const violations = strange.map((line) => `db/grants.sql is not understood: ${line}`);
  for (const table of tables) if (!grants.has(table)) violations.push(`db/grants.sql does not name the table ${table}`);
  for (const file of files) {
    if (isProduct(file) && NEXT_VALUE.test(file.code) && !sequences) {
      violations.push(`${file.path}: USAGE of sequences is not granted`);
    }
    for (const table of isProduct(file) ? [...file.code.matchAll(rowLock)].map(([, name = '']) => name) : []) {
      if (grants.has(table) && grants.get(table)?.has('UPDATE') !== true) {
        violations.push(`${file.path}: a lock on rows of ${table} needs UPDATE`);
      }
    }
    for (const { table, write } of writesOf(file, tables)) {
      used.add(`${write} ${table}`);
      if (grants.get(table)?.has(write) !== true) violations.push(`${file.path}: ${write} ${table} is not granted`);
    }
  }
  for (const [table, writes] of grants) {
    for (const write of writes)
      if (!used.has(`${write} ${table}`)) violations.push(`${write} ${table} is granted for nothing`);
  }
  return [...new Set(violations)];
}
