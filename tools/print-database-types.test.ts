/** Row types are printed from the migrated schema, and the exceptions to it are needed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmpty, openReady } from '../test/embedded.ts';
import { exceptions, exceptionsIn, MODULES } from './print-database-types/exceptions.ts';
import { type Relation, relationsOf } from './print-database-types/relations.ts';
import { printedTypes } from './print-database-types/types.ts';
import { FOLDER, printedDatabaseTypes } from './print-database-types.ts';

const ROOT = join(import.meta.dirname, '..');
const textOf = (files: ReadonlyMap<string, string>): string => [...files.values()].join('\n');

describe('the row types in src/ports/database/generated', () => {
  let relations: Relation[];
  beforeAll(async () => {
    const database = await openReady();
    relations = await relationsOf(database.pglite);
    await database.close();
  });

  it('are those of the migrated schema; else: npm run print-database-types', async () => {
    const stored = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
    const files = new Map(stored.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
    expect(files).toEqual(new Map([...(await printedDatabaseTypes())].toSorted()));
  });

  it('have an exception only for columns that exist', () => {
    const columns = relations.flatMap(({ name, columns }) =>
      ['*', ...columns.map((one) => one.name)].map((one) => `${name}.${one}`),
    );
    expect([...exceptions.keys()].filter((path) => !columns.includes(path))).toEqual([]);
  });

  it('have no exception that changes nothing, and no module for a type that none names', () => {
    const printed = textOf(printedTypes(relations, exceptions));
    const idle = [...exceptions.keys()].filter((path) => {
      const others = new Map([...exceptions].filter(([other]) => other !== path));
      try {
        return textOf(printedTypes(relations, others)) === printed;
      } catch {
        // Without it a type is missing or too long.
        return false;
      }
    });
    expect(idle).toEqual([]);
    expect(Object.keys(MODULES).filter((name) => !new RegExp(`\\b${name}\\b.*;`).test(printed))).toEqual([]);
  });
});

describe('a row type', () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await openEmpty();
    await database.exec(`
      CREATE TABLE sheet (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('NEW', 'OLD')),
        method text CHECK (method IN ('ONLY')),
        notes text CHECK (length(notes) < 10),
        copies integer NOT NULL DEFAULT 1,
        copies_twice integer GENERATED ALWAYS AS (copies * 2) STORED,
        tags text[] NOT NULL DEFAULT '{}',
        valid date NOT NULL,
        sealed bytea,
        shape jsonb NOT NULL DEFAULT '{}',
        printed_date timestamptz);
      CREATE TABLE note (sheet_id bigint NOT NULL REFERENCES sheet (id), words text NOT NULL);
      CREATE VIEW shown AS SELECT sheet.id, sheet.state, sheet.shape, note.words, note.words || '!' AS loud
        FROM sheet JOIN note ON note.sheet_id = sheet.id;
      CREATE VIEW shown_again AS SELECT state, words AS said FROM shown;
      CREATE VIEW outer_shown AS SELECT note.words FROM sheet LEFT JOIN note ON note.sheet_id = sheet.id`);
  });
  afterAll(() => database.close());

  const printedWith = async (table: string): Promise<string> =>
    textOf(printedTypes(await relationsOf(database), exceptionsIn(table)));
  const SHAPE = 'sheet.shape | unknown';

  it('has the column’s type, nullability, default and admitted values', async () => {
    expect(await printedWith(SHAPE)).toContain(`export interface SheetTable {
  id: GeneratedAlways<number>;
  state: 'NEW' | 'OLD';
  method: 'ONLY' | null;
  notes: string | null;
  copies: Generated<number>;
  copies_twice: GeneratedAlways<number | null>;
  tags: Generated<string[]>;
  valid: string;
  sealed: Uint8Array | null;
  shape: ColumnType<unknown, string | undefined, string>;
  printed_date: Date | null;
}`);
  });

  it('of a view has the types of what it shows, and null where nothing excludes it', async () => {
    const text = await printedWith(SHAPE);
    expect(text).toContain(`export interface ShownView {
  id: GeneratedAlways<number>;
  state: GeneratedAlways<'NEW' | 'OLD'>;
  shape: GeneratedAlways<unknown>;
  words: GeneratedAlways<string>;
  loud: GeneratedAlways<string | null>;
}`);
    expect(text).toContain("  state: GeneratedAlways<'NEW' | 'OLD'>;\n  said: GeneratedAlways<string>;\n");
    expect(text).toContain('export interface OuterShownView {\n  words: GeneratedAlways<string | null>;\n}');
  });

  it('follows the rules of its exceptions', async () => {
    const text = await printedWith(`${SHAPE} | not updated
      note.* | | set by trigger
      sheet.copies | | not updated
      sheet.printed_date | | not inserted
      sheet.notes | Role[] |
      shown.loud | | not null`);
    for (const column of [
      'shape: ColumnType<unknown, string | undefined, never>',
      'sheet_id: GeneratedAlways<number>',
      'copies: ColumnType<number, number | undefined, never>',
      'printed_date: ColumnType<Date | null, never, Date>',
      'notes: Role[] | null',
      'loud: GeneratedAlways<string>',
    ])
      expect(text).toContain(`  ${column};\n`);
    expect(text).toContain("import type { Role } from '#domain/identity/roles.ts';\n");
  });

  it('is refused for a type that needs an exception, and an exception for an unknown rule', async () => {
    await expect(printedWith('sheet.notes | string')).rejects.toThrow(
      'sheet.shape is jsonb: its type belongs in exceptions.ts',
    );
    expect(() => exceptionsIn('sheet.notes | | never written')).toThrow(
      'sheet.notes has the unknown rule "never written"',
    );
  });
});
