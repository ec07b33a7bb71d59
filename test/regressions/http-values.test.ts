/** The database's error messages appear neither in the log nor in the answer. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

describe('a database error', () => {
  it('is logged with code and location, without any value of the row', async () => {
    const { world, logLines } = portal.test;
    const { read } = world.database;
    const customer = portal.dossier({ firstName: 'Ginevra', fiscalCode: 'RSSMRA80A01H501U' });
    await sql`alter table dossier add constraint never check (first_name <> 'Ginevra') not valid`.execute(read);
    logLines.length = 0;
    const answer = await portal.callAs('dealer', 'POST', '/api/dossiers', customer);
    await sql`alter table dossier drop constraint never`.execute(read);
    expect(answer.statusCode).toBe(500);
    const log = logLines.join('');
    for (const fragment of ['23514', 'never', '"table":"dossier"']) expect(log).toContain(fragment);
    const values = Object.entries(customer).filter(([, value]) => String(value).length > 5);
    expect(values.length).toBeGreaterThan(6);
    for (const [name, value] of values) {
      expect(log.toLowerCase(), name).not.toContain(String(value).toLowerCase());
    }
    expect(answer.body).not.toContain(customer.fiscalCode);
    expect(answer.body).not.toContain(customer.email);
  });

  it('has no value in its message', async () => {
    const { world, logLines } = portal.test;
    const { read } = world.database;
    logLines.length = 0;
    const failing = read.executeQuery(sql`select ${'RSSMRA80A01H501U'}::date`.compile(read));
    const error = await failing.catch((reason: unknown) => reason);
    world.log.error({ err: new Error('around it', { cause: error }) }, 'nested');
    world.log.error({ err: error }, 'plain');
    expect(logLines.join('')).toContain('22007');
    expect(logLines.join('')).not.toContain('RSSMRA');
  });
});
