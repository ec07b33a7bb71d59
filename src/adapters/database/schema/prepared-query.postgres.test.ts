/** Prepared statements are described once and return the same rows as before. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../../test/postgres.ts';
import { preparingClient } from '../preparing-client.ts';
import { READER_MIN_ROWS } from '../row-reader.ts';

let client: pg.Client;
let described = 0;

beforeAll(async () => {
  client = new (preparingClient())({ connectionString: (await freshDatabase()).url });
  await client.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => {
    described += 1;
  });
});
afterAll(() => client.end());

/**
 * Runs a statement often enough for it to be prepared, and some times more. @returns the answers, and how often the
 * server described its columns.
 */
async function often(text: string, valuesOf: (time: number) => unknown[]) {
  const before = described;
  const answers: pg.QueryResult[] = [];
  for (let time = 0; time < 8; time++) answers.push(await client.query(text, valuesOf(time)));
  return { answers, times: described - before };
}

describe('a prepared statement', () => {
  it('returns every kind of value unchanged', async () => {
    const text = `select $1::bigint as n, $2::text as t, null::text as nothing, array[$2::text] as many,
      json_build_object('n', $1::bigint) as j, timestamptz '2026-11-20 08:12:00.5+00' as at, true as yes`;
    const { answers, times } = await often(text, (time) => [time, `volta ${time}`]);
    expect(times).toBe(3);
    for (const [time, { rows, fields, rowCount }] of answers.entries()) {
      const word = `volta ${time}`;
      const value = { n: String(time), t: word, nothing: null, many: [word], j: { n: time }, yes: true };
      expect(rows).toEqual([{ ...value, at: new Date('2026-11-20T08:12:00.500Z') }]);
      expect([fields.length, rowCount]).toEqual([7, 1]);
    }
  });

  it('returns many rows, none, and the number of changed rows', async () => {
    await client.query('create temporary table one_of_many (id integer, word text)');
    const inserted = await often('insert into one_of_many values ($1, $2)', (time) => [time % 4, `parola ${time}`]);
    expect(inserted.answers.map(({ rowCount, rows }) => [rowCount, rows.length])).toEqual(Array(8).fill([1, 0]));
    expect(inserted.times).toBe(0);
    const found = await often('select word from one_of_many where id = $1 order by word', (time) => [time]);
    const two = (time: number) => [{ word: `parola ${time}` }, { word: `parola ${time + 4}` }];
    expect(found.answers.map(({ rows }) => rows)).toEqual([0, 1, 2, 3].map(two).concat([[], [], [], []]));
    expect(found.times).toBe(3);
  });

  it('reads the rows of a long result like those of a short one', async () => {
    const text = `select n, n::bigint as long, n::text as word, case when n % 2 = 0 then n end as even,
      json_build_object('n', n) as j, timestamptz '2026-11-20 08:12:00+00' as at, n as "n'n" from generate_series(1, $1::integer) as n`;
    const row = (n: number) => ({
      n,
      long: String(n),
      word: String(n),
      even: n % 2 === 0 ? n : null,
      j: { n },
      at: new Date('2026-11-20T08:12:00Z'),
      "n'n": n,
    });
    const { answers } = await often(text, (time) => [time % 2 === 0 ? READER_MIN_ROWS + time : 3]);
    for (const [time, { rows }] of answers.entries()) {
      const length = time % 2 === 0 ? READER_MIN_ROWS + time : 3;
      expect(rows).toEqual(Array.from({ length }, (_, index) => row(index + 1)));
    }
  });

  it('continues after an error of its own', async () => {
    const text = 'select 12 / $1::integer as part';
    expect((await often(text, () => [4])).times).toBe(3);
    await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    const { answers, times } = await often(text, (time) => [time + 1]);
    expect(answers.slice(0, 3).map(({ rows }) => rows)).toEqual([[{ part: 12 }], [{ part: 6 }], [{ part: 4 }]]);
    expect(times).toBe(0);
  });
});
