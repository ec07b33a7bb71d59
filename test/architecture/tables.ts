/** Checks that each database table is named in only one file: the queries of the subject that owns it. */
import { isTest, type SourceFile } from './sources.ts';

/** @returns table name → subject, from `create table` in db/tables/NN-subject.sql. */
export function tableOwners(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of files) {
    const subject = /^db\/tables\/\d+-([a-z-]+)\.sql$/.exec(file.path)?.[1];
    if (!subject) continue;
    const sql = file.text.replace(/--.*$/gm, '');
    for (const [, name = ''] of sql.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)) {
      owners.set(name, subject);
    }
  }
  return owners;
}

const builderCall =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|\w+Join)\(\s*\[?\s*['"](\w+)(?:\s+as\s+\w+)?['"]/g;
const sqlKeyword = /\b(?:from|join|into|update|truncate|lock\s+table|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi;
const sqlReference = /\bsql\.(?:table|ref|id)\(\s*['"](\w+)(?:\.\w+)?['"]/g;

/** @returns the tables a file names, by the query builder or in SQL text. */
export function tablesNamedIn(code: string, tables: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  const add = (name: string | undefined) => {
    if (name !== undefined && tables.has(name)) named.add(name);
  };
  for (const match of code.matchAll(builderCall)) add(match[1]);
  for (const match of code.matchAll(sqlReference)) add(match[1]);
  for (const [text] of code.matchAll(/`[^`]*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g)) {
    for (const match of text.matchAll(sqlKeyword)) add(match[1]?.toLowerCase());
  }
  return named;
}

/** Tables named outside the queries of their subject, or by several files. */
export function tableViolations(files: readonly SourceFile[]): string[] {
  const owners = tableOwners(files);
  const tables = new Set(owners.keys());
  const subjects = new Set(files.flatMap((file) => /^src\/server\/([^/]+)\//.exec(file.path)?.[1] ?? []));
  const where = new Map<string, string[]>();
  for (const file of files) {
    if (!/^src\/.*\.ts$/.test(file.path) || isTest(file.path)) continue;
    for (const table of tablesNamedIn(file.code, tables)) where.set(table, [...(where.get(table) ?? []), file.path]);
  }
  return [...where].flatMap(([table, paths]) => {
    const subject = owners.get(table) ?? '';
    // Tables of the installation itself (its mode, the demo's outbox) belong to the one file that uses them.
    if (!subjects.has(subject)) {
      return paths.length > 1 ? [`${table} is named by ${paths.join(' and ')}: one file owns a table`] : [];
    }
    const owner = `src/server/${subject}/queries.ts`;
    return paths.filter((path) => path !== owner).map((path) => `${path}: the table ${table} is for ${owner} alone`);
  });
}
