/** Creating with an Idempotency-Key: the same key creates one document, one folder, one customer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortalWithFolder, type Portal } from '../../../test/portal.ts';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  ({ portal, folderId } = await openPortalWithFolder());
});
afterAll(() => portal.close());

const post = (url: string, body: object, key: string) =>
  portal.callAs('dealer', 'POST', url, body, { 'idempotency-key': key });
const count = async (): Promise<number> =>
  (await portal.callAs('admin', 'GET', `/api/folders/${folderId}`)).json().numberOfDocuments;

it('creates one document, however often and however concurrently it is sent', async () => {
  const before = await count();
  const body = { ...(await portal.document()), folderId };
  const answers = await Promise.all(Array.from({ length: 6 }, () => post('/api/documents', body, 'doc-1')));
  answers.push(await post('/api/documents', body, 'doc-1'));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 7 }, () => 201));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await count()).toBe(before + 1);
});

it('creates one customer, folder and document by the wizard', async () => {
  const body = { dossier: portal.dossier(), folder: portal.folder(), document: await portal.document() };
  const before = await portal.counts();
  const [one, other] = [
    await post('/api/documents/wizard', body, 'caso-1'),
    await post('/api/documents/wizard', body, 'caso-1'),
  ];
  expect([one.statusCode, other.statusCode]).toEqual([201, 201]);
  expect(other.json()).toEqual(one.json());
  const after = await portal.counts();
  expect([after.dossier, after.folder, after.document]).toEqual(
    [before.dossier, before.folder, before.document].map((n) => (n ?? 0) + 1),
  );
});

it('stores nothing for a refusal: a corrected request with the same key succeeds', async () => {
  const body = { ...(await portal.document({ sigType: null })), folderId };
  expect((await post('/api/documents', body, 'doc-2')).statusCode).toBe(400);
  expect((await post('/api/documents', { ...body, sigType: 'OTP' }, 'doc-2')).statusCode).toBe(201);
});

it('refuses a different request with the same key', async () => {
  const body = { ...(await portal.document()), folderId };
  expect((await post('/api/documents', body, 'doc-3')).statusCode).toBe(201);
  const answer = await post('/api/documents', { ...body, archivable: false }, 'doc-3');
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency.otherRequest']);
});
