/** Two-person approval: the publisher's account must not have been created or changed recently by an author of the version. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftTexts } from '#domain/papers/compose-paper.ts';
import { createUser } from '#server/identity/index.ts';
import { cheapVerifier } from '#test/password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';
const DAY = 86_400;
const passwordVerifier = cheapVerifier('prova');

let portal: Portal;
let labels = 0;
beforeAll(async () => {
  portal = await openPortal();
  for (const login of ['author', 'long-known', 'third']) await newAdmin(login, null);
});
afterAll(() => portal.close());

const personOf = (login: string) => ({
  ...{ login, firstName: login, lastName: 'Prova', email: `${login}@example.com`, activated: true },
  ...{ authorities: ['ROLE_ADMIN' as const], hstList: [], brands: [] },
});
async function newAdmin(login: string, by: string | null): Promise<void> {
  const { database, clock } = portal.test.world;
  await database.transaction((tx) => createUser(tx, { ...personOf(login), passwordVerifier }, by, clock.now()));
}
/** Signs in for every call, since tests move the clock by weeks. */
async function as(login: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const credentials = { username: login, password: 'prova' };
  const signedIn = await portal.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials });
  const headers = { authorization: `Bearer ${signedIn.json<{ token: string }>().token}` };
  return portal.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
/** A version that waits for approval, written and submitted by one administrator. */
async function submitted(login = 'author'): Promise<{ id: number; digest: string }> {
  labels += 1;
  const clauses = draftTexts(TYPE, 'it')?.clauses ?? [];
  const body = { kind: 'CLAUSES', type: TYPE, legalEntity: 'LE001', version: `prova ${labels}`, clauses };
  const made = await as(login, 'POST', '/api/paper-versions', body);
  expect(made.statusCode, made.body).toBe(201);
  const sent = await as(login, 'POST', `/api/paper-versions/${made.json().id}/submit`, {});
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json();
}
async function publish(login: string, { id, digest }: { id: number; digest: string }): Promise<string> {
  const answer = await as(login, 'POST', `/api/paper-versions/${id}/publish`, { digest });
  return answer.statusCode === 200 ? 'published' : answer.json().code;
}
async function change(by: string, login: string, values: object): Promise<void> {
  const all: Record<string, unknown>[] = (await as(by, 'GET', '/api/users?size=100')).json();
  const answer = await as(by, 'PUT', '/api/users', { ...all.find((user) => user.login === login), ...values });
  expect(answer.statusCode, answer.body).toBe(200);
  // Changing an administrator's address requires two administrators (record 0066).
  for (const { id } of (await as('third', 'GET', '/api/administrator-proposals')).json<{ id: number }[]>()) {
    expect((await as('third', 'POST', `/api/administrator-proposals/${id}/confirm`, {})).statusCode).toBe(200);
  }
}

describe('the publisher of another administrator’s version', () => {
  it('cannot use an account that the author created', async () => {
    await newAdmin('puppet', 'author');
    const version = await submitted();
    expect(await publish('puppet', version)).toBe('paperVersion.ownAccount');
    expect(await publish('third', version)).toBe('published');
  });

  it.each([
    ['address', { email: 'altro@example.com' }],
    ['telephone', { mobilePhone: '+393331112233' }],
    ['name', { lastName: 'Altra' }],
  ])('cannot use an account whose %s the author changed in the last thirty days', async (what, values) => {
    const login = `changed-${what}`;
    await newAdmin(login, null);
    await change('author', login, values);
    const version = await submitted();
    portal.test.clock.advance(30 * DAY - 60);
    expect(await publish(login, version)).toBe('paperVersion.ownAccount');
    portal.test.clock.advance(61);
    expect(await publish(login, version)).toBe('published');
  });
});
