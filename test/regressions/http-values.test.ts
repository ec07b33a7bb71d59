/** Values that no column can hold are refused as fields, and what the database says of a failure stays out of the log (R-15, D-96). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../signing-stage.ts';

let stage: Stage;
let dossierId: number;

const CUSTOMER = {
  hst: '10001',
  brand: 'bmw',
  firstName: 'Ginevra',
  lastName: 'Provetti',
  birthDate: '1980-01-01',
  birthPlace: 'Roma',
  fiscalCode: 'RSSMRA80A01H501U',
  mobilePhone: '+39 3339876543',
  email: 'ginevra.provetti@example.com',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
};
const folder = (values: object) => ({
  dossierId,
  brand: 'bmw',
  type: 'SALE_NEW',
  businessId: 'PV-1',
  processDate: '2026-11-20',
  ...values,
});

beforeAll(async () => {
  stage = await openStage();
  dossierId = (await stage.as('dealer', 'POST', '/api/dossiers', CUSTOMER)).json().id;
});
afterAll(async () => {
  await stage.close();
});

describe('a VIN of seventeen characters', () => {
  it.each([
    ['NUL', '\u0000'.repeat(17)],
    ['a NUL in the middle', `WBA\u0000${'1'.repeat(13)}`],
    ['control characters', '\u0001'.repeat(17)],
    ['halves of characters', '\ud800'.repeat(17)],
  ])('made of %s is refused on its field', async (_name, vin) => {
    const answer = await stage.as('dealer', 'POST', '/api/folders', folder({ vin }));
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().fieldErrors).toMatchObject([{ objectName: 'folder', field: 'vin' }]);
  });
});

describe('an instant beyond the year 9999', () => {
  it.each(['9999-12-31T23:59:59-12:00', '9999-12-31T23:59-00:01'])('%s is refused as a date', async (processDate) => {
    const answer = await stage.as('dealer', 'POST', '/api/folders', folder({ processDate }));
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().fieldErrors).toMatchObject([{ objectName: 'folder', field: 'processDate', code: 'date' }]);
  });

  it('is refused as a criterion', async () => {
    const criteria = { createdDate: { lessThan: '9999-12-31T23:59:59-12:00' } };
    for (const path of ['/api/documents-ext/search', '/api/folders-ext/search', '/api/dossiers/search']) {
      const answer = await stage.as('dealer', 'POST', path, criteria);
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json().fieldErrors).toHaveLength(1);
    }
  });

  it('is not the last moment of that year', async () => {
    const last = folder({ processDate: '9999-12-31T23:59:59Z' });
    expect((await stage.as('dealer', 'POST', '/api/folders', last)).statusCode).toBe(201);
  });
});

describe('a defect in the database', () => {
  it('is logged with its code and place, without a single value of the row', async () => {
    const { database } = stage.test.world;
    await sql`alter table dossier add constraint never check (first_name <> 'Ginevra') not valid`.execute(
      database.read,
    );
    stage.test.logLines.length = 0;
    const answer = await stage.as('dealer', 'POST', '/api/dossiers', CUSTOMER);
    await sql`alter table dossier drop constraint never`.execute(database.read);
    expect(answer.statusCode).toBe(500);
    const log = stage.test.logLines.join('');
    expect(log).toContain('23514');
    expect(log).toContain('never');
    expect(log).toContain('"table":"dossier"');
    for (const [name, value] of Object.entries(CUSTOMER)) {
      if (value.length > 5) expect(log.toLowerCase(), name).not.toContain(value.toLowerCase());
    }
    expect(answer.body).not.toContain(CUSTOMER.fiscalCode);
    expect(answer.body).not.toContain(CUSTOMER.email);
  });

  it('tells no value in its message either', async () => {
    const { database } = stage.test.world;
    stage.test.logLines.length = 0;
    const failing = database.read.executeQuery(sql`select ${'RSSMRA80A01H501U'}::date`.compile(database.read));
    const error = await failing.catch((reason: unknown) => reason);
    stage.test.world.log.error({ err: new Error('around it', { cause: error }) }, 'nested');
    stage.test.world.log.error({ err: error }, 'plain');
    expect(stage.test.logLines.join('')).toContain('22007');
    expect(stage.test.logLines.join('')).not.toContain('RSSMRA');
  });
});
