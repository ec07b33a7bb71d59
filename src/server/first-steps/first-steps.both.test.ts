/** What an installation still lacks, from an empty one to the first signature. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FirstStepAnswer, FirstStepsAnswer } from '#contract/installation/first-steps.ts';
import { draftTexts } from '#domain/papers/compose-paper.ts';
import { buildApp } from '#server/app.ts';
import { refreshDealers } from '#server/dealers/refresh-dealers.ts';
import { createUser } from '#server/identity/index.ts';
import { cheapVerifier } from '#test/password.ts';
import { Portal } from '../../../test/portal.ts';
import { openStage } from '../../../test/stages/signing-stage.ts';
import { testCustodian } from '../../../test/stages/test-custodian.ts';
import { makeWorld } from '../../../test/world.ts';

const passwordVerifier = cheapVerifier('prova');
const PRIVACY = ['PRIVACY_NSC', 'PRIVACY_DEALER', 'PRIVACY_SERVICE'];

let portal: Portal;
beforeAll(async () => {
  const test = await makeWorld({ override: () => ({ custodian: null }) });
  portal = new Portal(test, await buildApp(test.world));
  await joinAdministrator('admin');
});
afterAll(() => portal.close());

type Role = Parameters<typeof createUser>[1]['authorities'][number];
async function join(login: string, role: Role, hstList: string[], activated = true): Promise<void> {
  const { database, clock } = portal.test.world;
  const names = { login, firstName: login, lastName: 'Prova', email: `${login}@example.com` };
  const rights = { authorities: [role], hstList, brands: [], activated, passwordVerifier };
  await database.transaction((tx) => createUser(tx, { ...names, ...rights }, null, clock.now()));
}

function run(mode: 'demo' | 'production'): void {
  const { world } = portal.test;
  Object.assign(world, { settings: { ...world.settings, mode } });
}
/** Only the demo has passwords: sign in there, then switch to production. */
async function joinAdministrator(login: string): Promise<void> {
  await join(login, 'ROLE_ADMIN', []);
  run('demo');
  await portal.token(login);
  run('production');
}

async function steps(of: Pick<Portal, 'callAs'> = portal): Promise<FirstStepAnswer[]> {
  const answer = await of.callAs('admin', 'GET', '/api/installation/first-steps');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FirstStepsAnswer>().steps;
}
const step = async <K extends FirstStepAnswer['key']>(key: K) =>
  (await steps()).find((one): one is Extract<FirstStepAnswer, { key: K }> => one.key === key);
/** What each legal entity still lacks. */
async function lacking(key: 'services' | 'texts'): Promise<Record<string, string[]>> {
  const found = await step(key);
  return Object.fromEntries((found?.lacking ?? []).map(({ legalEntity, what }) => [String(legalEntity), what]));
}
const addService = (body: object) => portal.create('admin', '/api/intesys-services', body);

/** Written by one administrator, published by another. */
async function publish(body: object): Promise<void> {
  const id = await portal.create('admin', '/api/paper-versions', body);
  const { digest } = (await portal.callAs('admin', 'POST', `/api/paper-versions/${id}/submit`, {})).json();
  const answer = await portal.callAs('admin2', 'POST', `/api/paper-versions/${id}/publish`, { digest });
  expect(answer.statusCode, answer.body).toBe(200);
}
const publishTexts = (type: string, legalEntity: string | null) =>
  publish({ kind: 'CLAUSES', type, legalEntity, version: '2027.1', clauses: draftTexts(type, 'it')?.clauses ?? [] });
const publishCompany = (legalEntity: string | null, company: object) =>
  publish({ kind: 'COMPANY', legalEntity, company });

it('everything is missing at first, and optional steps are marked as such', async () => {
  expect(await steps()).toEqual([
    { key: 'dealers', state: 'open', count: 0, ageSeconds: null },
    { key: 'administrators', state: 'open', count: 1 },
    { key: 'users', state: 'open', count: 0 },
    { key: 'services', state: 'open', count: 0, lacking: [] },
    { key: 'texts', state: 'open', count: 0, lacking: [] },
    { key: 'custodian', state: 'optional', named: false },
    { key: 'signature', state: 'open' },
  ]);
});

it('dealers are done once the directory has answered, with its age', async () => {
  await refreshDealers(portal.test.world);
  portal.test.clock.advance(90);
  const found = await step('dealers');
  expect(found).toMatchObject({ state: 'done', ageSeconds: 90 });
  expect(found?.count).toBeGreaterThan(5);
});

it('a second active administrator is required', async () => {
  await join('former', 'ROLE_ADMIN', [], false);
  expect(await step('administrators')).toMatchObject({ state: 'open', count: 1 });
  await joinAdministrator('admin2');
  expect(await step('administrators')).toMatchObject({ state: 'done', count: 2 });
});

it('a user who may start signatures at a listed dealer is required', async () => {
  await join('dms', 'ROLE_DMS_INCADEA', ['10003']);
  await join('reader', 'ROLE_SA3', ['10003']);
  await join('gone', 'ROLE_DEALER', ['10003'], false);
  await join('elsewhere', 'ROLE_DEALER', ['99999']);
  expect(await step('users')).toMatchObject({ state: 'open', count: 0 });
  expect(await step('services')).toMatchObject({ state: 'open', count: 0 });
  await join('dealer', 'ROLE_DEALER', ['10001', '10002', '99999']);
  expect(await step('users')).toMatchObject({ state: 'done', count: 1 });
});

it('legal entities without services are named, also where a service has ended', async () => {
  expect(await step('services')).toMatchObject({ state: 'open', count: 1, lacking: [{ name: expect.any(String) }] });
  expect(await lacking('services')).toEqual({ LE001: ['OTP', 'DISK_SPACE'] });
  await addService({ serviceType: 'OTP', legalEntity: 'LE001', totalOtp: 10 });
  const ended = { serviceType: 'DISK_SPACE', legalEntity: 'LE001', totalSpace: 10 };
  await addService({ ...ended, expiresAt: '2020-12-31' });
  expect(await lacking('services')).toEqual({ LE001: ['DISK_SPACE'] });
  await addService({ ...ended, expiresAt: '2999-12-31' });
  expect(await step('services')).toEqual({ key: 'services', state: 'done', count: 1, lacking: [] });
});

it('unpublished texts are named; FEA texts only where FEA is used', async () => {
  expect(await lacking('texts')).toEqual({ null: ['COMPANY'], LE001: ['COMPANY', ...PRIVACY] });
  await publishTexts('PRIVACY_NSC', null);
  await publishTexts('PRIVACY_DEALER', 'LE001');
  await publishTexts('PRIVACY_SERVICE', 'LE002');
  await publishCompany('LE001', { vatNumber: '00000000000' });
  expect(await lacking('texts')).toEqual({ null: ['COMPANY'], LE001: ['PRIVACY_SERVICE'] });
  await publishTexts('PRIVACY_SERVICE', null);
  await publishCompany(null, { legalName: 'Società di prova S.p.A.' });
  expect(await step('texts')).toEqual({ key: 'texts', state: 'done', count: 1, lacking: [] });

  const advanced = { serviceType: 'SIGNATURE_TYPE', legalEntity: 'LE001', signatureType: 'FEA' };
  await addService({ ...advanced, folderTypeSet: ['SALE_NEW'], expiresAt: '2999-12-31' });
  expect(await lacking('texts')).toEqual({ LE001: ['FEA_MODULE', 'FEA_PAGE'] });
  await publishTexts('FEA_MODULE', null);
  await publishTexts('FEA_PAGE', null);
  expect(await step('texts')).toMatchObject({ state: 'done' });
});

it('each further legal entity with users is checked', async () => {
  await join('milano', 'ROLE_SALE_DEALER', ['10003']);
  expect(await lacking('services')).toEqual({ LE002: ['OTP', 'DISK_SPACE'] });
  expect(await lacking('texts')).toEqual({ LE002: ['COMPANY', 'PRIVACY_DEALER'] });
});

it('a custodian in the settings needs two administrators', async () => {
  const custodian = { ...(await testCustodian()), isGiven: true };
  Object.assign(portal.test.world, { custodian });
  expect(await step('custodian')).toEqual({ key: 'custodian', state: 'optional', named: true });
  await publishCompany(null, { legalName: 'Società di prova S.p.A.', custodian: custodian.sha256 });
  expect(await step('custodian')).toEqual({ key: 'custodian', state: 'done', named: true });
});

it('the first signature completes the list; the demo needs no texts for it, and no approval of its custodian', async () => {
  const stage = await openStage();
  const stateOf = async () => Object.fromEntries((await steps(stage)).map(({ key, state }) => [key, state]));
  const before = { dealers: 'done', administrators: 'done', users: 'done', services: 'open', texts: 'done' };
  try {
    expect(await stateOf()).toEqual({ ...before, custodian: 'done', signature: 'open' });
    await stage.newSignedDocument();
    expect(await stateOf()).toEqual({ ...before, custodian: 'done', signature: 'done' });
  } finally {
    await stage.close();
  }
});
