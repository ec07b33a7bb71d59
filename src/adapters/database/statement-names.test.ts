/** Which statements become prepared statements. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { StatementNames } from './statement-names.ts';

const asked = (names: StatementNames, text: string, times = 5): (string | undefined)[] =>
  Array.from({ length: times }, () => names.nameFor(text));

describe('statement names', () => {
  it('are given to frequent statements, the same for the same text', () => {
    const names = new StatementNames();
    const [first, second, third, fourth] = asked(names, 'select a from t where id = $1');
    expect([first, second]).toEqual([undefined, undefined]);
    expect(third).toBeTypeOf('string');
    expect(fourth).toBe(third);
    expect(asked(names, 'select b from t where id = $1').at(-1)).not.toBe(third);
  });

  it.each(
    rowsOf(`
      select id from t where a = $1 order by id desc limit $2
      SELECT id FROM t WHERE a = $1 LIMIT 1
      select id from t where a = $1 limit 1 for update skip locked
      select count(*) from t where a = $1
      select sum(n) from t where a = $1
    `),
  )('are not given to statements planned for their values: %s', (text = '') => {
    expect(new Set(asked(new StatementNames(), text))).toEqual(new Set([undefined]));
  });

  it.each(
    rowsOf(`
      with next as (select id from j where name = 'a' limit 1 for update skip locked) update j set state = 'active'
      WITH results AS (UPDATE job SET state = $2 WHERE id = ANY($1) RETURNING 1) SELECT COUNT(*) FROM results
      select id from t where a = 'b' limit 1
    `),
  )('are given to parts and sums that depend on no value, as of jobs: %s', (text = '') => {
    expect(asked(new StatementNames(), text).at(-1)).toBeTypeOf('string');
  });

  it('change after a renewal', () => {
    const names = new StatementNames();
    const text = 'select a from t where id = $1';
    const before = asked(names, text).at(-1);
    names.reset();
    const after = asked(names, text).at(-1);
    expect(after).toBeTypeOf('string');
    expect(after).not.toBe(before);
  });

  it('are limited in number', () => {
    const names = new StatementNames();
    const all = Array.from({ length: 1000 }, (_, at) => asked(names, `select ${at} where $1`).at(-1));
    expect(all.filter((name) => name !== undefined)).toHaveLength(400);
  });
});
