/** A transaction begins with its first statement, and none of its statements ever runs outside it. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/postgres.ts';
import { preparingClient } from './preparing-client.ts';

let client: pg.Client;
let other: pg.Client;
let sent = 0;

const INSERT = 'insert into kept (word) values ($1)';
const words = async (): Promise<string[]> =>
  (await other.query<{ word: string }>('select word from kept order by word')).rows.map(({ word }) => word);
const status = (): string | null => client.getTransactionStatus();

beforeAll(async () => {
  const { url } = await freshDatabase();
  client = new (preparingClient())({ connectionString: url });
  other = new (preparingClient())({ connectionString: url });
  await Promise.all([client.connect(), other.connect()]);
  await client.query('create table kept (word text primary key check (word <> $$no$$))');
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('readyForQuery', () => {
    sent += 1;
  });
  // From here on the statement and `begin` are prepared.
  for (const word of ['a', 'b', 'c']) await client.query(INSERT, [word]);
  await client.query('begin');
  await client.query(INSERT, ['d']);
  await client.query('commit');
});
beforeEach(async () => {
  await other.query('delete from kept');
  sent = 0;
});
afterAll(() => Promise.all([client.end(), other.end()]));

describe('a transaction', () => {
  it('begins in one message with its first statement, and is visible to others after commit', async () => {
    await client.query('begin');
    expect([sent, status()]).toEqual([0, 'I']);
    const { rowCount, command } = await client.query(INSERT, ['uno']);
    expect([rowCount, command, sent, status()]).toEqual([1, 'INSERT', 1, 'T']);
    await client.query(INSERT, ['due']);
    expect(await words()).toEqual([]);
    await client.query('commit');
    expect([await words(), sent, status()]).toEqual([['due', 'uno'], 3, 'I']);
  });

  it.each([
    ['commit', 'COMMIT'],
    ['rollback', 'ROLLBACK'],
  ])('without a statement sends nothing: %s', async (text, command) => {
    await client.query('begin');
    expect(await client.query(text)).toMatchObject({ command, rows: [] });
    expect([sent, status()]).toEqual([0, 'I']);
    await client.query(INSERT, ['fuori']);
    expect(await words()).toEqual(['fuori']);
  });

  it.each([
    ['one that is prepared', () => client.query(INSERT, ['no']), '23514'],
    ['one that is seldom asked', () => client.query("insert into kept values ('no')"), '23514'],
    ['one that cannot be read', () => client.query('insert kept'), '42601'],
  ])('is rolled back when its first statement fails: %s', async (_, first, code) => {
    await client.query('begin');
    await expect(first()).rejects.toMatchObject({ code });
    await expect(client.query(INSERT, ['dopo'])).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect([await words(), status()]).toEqual([[], 'I']);
  });

  it('that cannot begin has no effect', async () => {
    const { url } = await freshDatabase();
    const alone = new (preparingClient())({ connectionString: url });
    await alone.connect();
    try {
      await alone.query('create table kept (word text)');
      for (const word of ['a', 'b', 'c']) await alone.query(INSERT, [word]);
      await alone.query('begin');
      await alone.query(INSERT, ['d']);
      await alone.query('commit');
      await alone.query('deallocate fascicolo_begin');
      await alone.query('begin');
      await expect(alone.query(INSERT, ['fuori'])).rejects.toMatchObject({ code: '26000' });
      expect((await alone.query('select count(*)::integer as words from kept')).rows).toEqual([{ words: 4 }]);
    } finally {
      await alone.end();
    }
  });

  it.each([
    ['a statement that is planned each time', 'select word from kept where word = $1 limit $2', ['x', 1]],
    ['a statement without values', "insert into kept values ('y') returning word", []],
  ])('begins before %s', async (_, text, values) => {
    await client.query('begin');
    await client.query(text, values);
    expect(status()).toBe('T');
    await client.query('rollback');
    expect(await words()).toEqual([]);
  });

  it('begins with a statement that it prepares', async () => {
    for (let time = 0; time < 6; time++) {
      await client.query('begin');
      expect((await client.query('select $1::integer + 1 as next', [time])).rows).toEqual([{ next: time + 1 }]);
      expect(status()).toBe('T');
      await client.query('commit');
    }
  });

  it('whose first statement was planned for other columns fails, and the next one begins', async () => {
    const read = 'select * from kept where word = $1';
    for (let time = 0; time < 4; time++) await client.query(read, ['x']);
    await other.query('alter table kept add column more text');
    await client.query('begin');
    await expect(client.query(read, ['x'])).rejects.toMatchObject({ code: '0A000' });
    await client.query('rollback');
    await client.query('begin');
    await client.query(INSERT, ['x']);
    expect((await client.query(read, ['x'])).rows).toEqual([{ word: 'x', more: null }]);
    await client.query('commit');
  });

  it('supports callbacks', async () => {
    const ask = (text: string, ...values: [string[]?]): Promise<pg.QueryResult> =>
      new Promise((resolve, reject) => {
        const settle = (error: Error | null, result: pg.QueryResult): void => (error ? reject(error) : resolve(result));
        void client.query(...([text, ...values, settle] as unknown as [string, string[]]));
      });
    expect(await ask('begin')).toMatchObject({ command: 'BEGIN', rows: [] });
    expect(await ask(INSERT, ['uno'])).toMatchObject({ rowCount: 1 });
    expect(await words()).toEqual([]);
    expect(await ask('commit')).toMatchObject({ command: 'COMMIT' });
    await ask('begin');
    expect(await ask("insert into kept values ('due')")).toMatchObject({ rowCount: 1 });
    expect(status()).toBe('T');
    await ask('rollback');
    await ask('begin');
    await expect(ask('insert kept')).rejects.toMatchObject({ code: '42601' });
    await ask('rollback');
    await ask('begin');
    expect(await ask('commit')).toMatchObject({ command: 'COMMIT' });
    expect([await words(), status()]).toEqual([['uno'], 'I']);
  });

  it('that is rolled back before its first statement is sent rolls that statement back too', async () => {
    const seldom = "insert into kept values ('tardi')";
    await client.query('begin');
    const late = client.query(seldom);
    // As if another part of the transaction had failed meanwhile.
    const undone = client.query('rollback');
    await Promise.all([late, undone]);
    expect([await words(), status()]).toEqual([[], 'I']);
  });

  it('does not affect other connections', async () => {
    await client.query('begin');
    await other.query(INSERT, ['altrove']);
    expect(await words()).toEqual(['altrove']);
    await client.query('rollback');
  });
});

it('unprepared statements succeed and fail normally in every form of call', async () => {
  const asked = [
    () => client.query('select 1 as one'),
    () => client.query({ text: 'select 1 as one' }),
    () => client.query({ text: 'select $1::int as one', values: [1] }),
    () => client.query('select $1::int as one limit $2', [1, 1]),
  ];
  for (const ask of asked) expect((await ask()).rows).toEqual([{ one: 1 }]);
  const wrong = [() => client.query('select nowhere'), () => client.query({ text: 'select $1::int', values: ['no'] })];
  for (const ask of wrong)
    await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^(42703|22P02)$/) });
  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
