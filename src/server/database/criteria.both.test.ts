/** The fast text search returns the same rows as comparing each of them. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { containsNormalised } from './criteria.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
});
afterAll(() => test.close());

interface Pair {
  stored: string;
  text: string;
}

/** For each pair: the condition's result, and whether one form contains the other. */
async function judged(pairs: readonly Pair[]) {
  const rows = pairs.map(({ stored, text }) => {
    const form = sql`search_form(${stored})`;
    return sql`select ${containsNormalised('row.form', text)} as found, strpos(row.form, search_form(${text.trim()})) > 0 as expected
      from (select ${form} as form offset 0) as row`;
  });
  const answer = await sql<{ found: boolean; expected: boolean }>`${sql.join(rows, sql` union all `)}`.execute(
    test.world.database.read,
  );
  return answer.rows;
}

it.each<[string, string, boolean]>([
  ['giuseppe rossi\npv-1', 'Giuseppe Rossi', true],
  ['giuseppe rossi\npv-1', 'peppe rosso', false],
  ['giuseppe rossini', 'giuseppe rossi', true],
  ['giuseppe\nrossi', 'giuseppe rossi', false],
  ['giuseppe  rossi', 'giuseppe rossi', false],
  ['Niccolò D’Àncona verdi', 'nicco\u0300lo\u0300 d’ancona', true],
  ['niccolò verdi', 'COLÒ VER', true],
  ['olò verdi colò verona', 'colò verdi', false],
  ['100% rossi verdi', '100% rossi', true],
  ['1000 rossi verdi', '100% rossi', false],
  ['maria di rossi', 'maria di rossi', true],
  ['rossi bianchi verdi', 'rossi bianchi verdi', true],
  ['rossi bianchi neri bianchi verdi', 'rossi bianchi verdi', false],
  ['rossi\npv-31137978\nek495fn', 'PV-31137978', true],
  ['rossi\nqv-31137978\nek495fn', 'PV-31137978', false],
  ['rossi\npv-311379780', 'pv-31137978', true],
  ['+39 347 1234567\n+393471234567', '347 1234567', true],
  ['+39 348 1234567\n+393481234567', '347 1234567', false],
  ['scan_2023_000123.pdf', '2023_000123', true],
  ['scan-2023-000123.pdf', '2023_000123', false],
  ['12345678 901234', '901234 12345678', false],
])('%j by %j: %s', async (stored, text, expected) => {
  const [judgement] = await judged([{ stored, text }]);
  expect(judgement).toEqual({ found: expected, expected });
});

it('any text compared with its substrings and those of other texts', async () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'ò', 'O', 'È', 'ł', 'ß', '1', '123456', "'", '’', '%', '_', '\\', 'q\u0303'),
    minLength: 1,
    maxLength: 5,
  });
  const stored = fc
    .array(word, { minLength: 1, maxLength: 6 })
    .chain((words) => fc.constantFrom(' ', '\n', '  ').map((between) => words.join(' ').replace(' ', between)));
  const pair = fc.tuple(stored, stored, fc.nat(), fc.nat(), fc.boolean()).map(([one, other, from, length, own]) => {
    const source = [...(own ? one : other)];
    const start = from % source.length;
    return { stored: one, text: source.slice(start, start + 1 + (length % source.length)).join('') };
  });
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 50, maxLength: 50 }), async (pairs) => {
      const asked = pairs.filter(({ text }) => text.trim() !== '');
      const answers = await judged(asked);
      expect(answers.map(({ found }) => found)).toEqual(answers.map(({ expected }) => expected));
    }),
    { numRuns: 20 },
  );
});
