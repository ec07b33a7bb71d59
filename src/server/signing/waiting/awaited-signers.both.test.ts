/** Signers whose turn it is, in the rows of documents and in the waiting list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AwaitedSigner } from '#domain/signing/awaited-signers.ts';
import type { Waiting } from '#domain/signing/signer-progress.ts';
import { loadGeneratedPapers } from '../../../../test/papers/generated-papers.ts';
import { openStage, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';
import { lockSignature, startForTwoBorrowers } from '../../../../test/stages/waiting-stage.ts';
import { recordStatements } from '../../../../test/statements.ts';
import { presentDocuments } from '../../documents/present.ts';
import { findUser } from '../../identity/index.ts';
import { signUrls } from '../ceremony/sign-links.ts';

let stage: Stage;
afterAll(() => stage.close());
beforeAll(async () => {
  stage = await openStage();
  await loadGeneratedPapers(stage.test.world);
});

const MINUTE = 60;
const now = (): string => stage.test.clock.now().toISOString();

interface Row {
  id: number;
  signUrl: string | null;
  awaits: AwaitedSigner[];
  waiting: Waiting;
}

const search = async (path: string, id: number, login = 'dealer'): Promise<Row> => {
  const answer = await stage.callAs(login, 'POST', `/api/documents-ext/${path}?size=1`, { id: { equals: id } });
  return answer.json<Row[]>()[0] as Row;
};
const findListed = (id: number, login?: string) => search('search', id, login);
const findWaiting = (id: number) => search('waiting/search', id);
const summary = ({ awaits }: Row) => awaits.map(({ role, name, progress }) => [role, name, progress]);

describe('the awaited signer', () => {
  it('is the customer since the link was sent, then the sales manager since the customer has signed', async () => {
    const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    expect((await findListed(id)).awaits).toEqual([]);
    const path = await stage.startSigning(id);
    const sentAt = (await findWaiting(id)).waiting.sentAt;
    expect((await findListed(id)).awaits).toEqual([
      { role: 'customer', name: 'Ginevra Provetti', progress: 'SENT', since: sentAt, openedAt: null },
    ]);
    stage.test.clock.advance(20 * MINUTE);
    const browser = stage.browser();
    await browser.read(path);
    const openedAt = now();
    expect((await findListed(id)).awaits).toEqual([
      { role: 'customer', name: 'Ginevra Provetti', progress: 'OPENED', since: sentAt, openedAt },
    ]);
    await browser.post(`${path}/otp`);
    const input = { code: await stage.code(customer), points: await stage.points(path) };
    expect((await browser.post(`${path}/sign`, input)).statusCode).toBe(200);
    const signedAt = now();
    await stage.test.world.jobs.drain();
    const { fullname: name } = (await stage.callAs('manager', 'GET', '/api/account')).json();
    const manager = { role: 'salesManager', name, progress: 'SENT', since: signedAt, openedAt: null };
    const after = await findWaiting(id);
    expect(after.awaits).toEqual([manager]);
    // The list does not report that a customer has not opened what they already signed.
    expect(after.waiting).toMatchObject({ of: name, progress: 'SENT', last: { event: 'link.sent' } });
    expect(after.signUrl).toBeNull();
    stage.test.clock.advance(5 * MINUTE);
    await stage.callAs('manager', 'GET', `/api/documents/${id}/own-signature/document`);
    expect((await findListed(id)).awaits).toEqual([{ ...manager, progress: 'OPENED', openedAt: now() }]);
  });

  it('is each of two customers until one has signed; the one least advanced determines the document’s progress', async () => {
    const { id, paths, people } = await startForTwoBorrowers(stage);
    const [, second = ''] = paths;
    expect(summary(await findListed(id))).toEqual([
      ['customer', 'Ginevra Provetti', 'SENT'],
      ['customer', 'Leonardo Esempi', 'SENT'],
    ]);
    await stage.browser().read(second);
    expect(summary(await findListed(id)).map(([, , progress]) => progress)).toEqual(['SENT', 'OPENED']);
    expect((await findWaiting(id)).waiting).toMatchObject({ progress: 'SENT', of: 'Ginevra Provetti' });
    const [, person = { phone: '', email: '' }] = people;
    const browser = stage.browser();
    await browser.takeOver(second);
    await browser.read(second);
    await browser.post(`${second}/otp`);
    const code = await stage.code(person);
    const points = await stage.points(second);
    await browser.post(`${second}/sign`, { code: wrongCode(code), points });
    expect((await findWaiting(id)).waiting).toMatchObject({ progress: 'STUCK', of: 'Leonardo Esempi' });
    expect((await browser.post(`${second}/sign`, { code, points })).statusCode).toBe(200);
    expect(summary(await findListed(id))).toEqual([['customer', 'Ginevra Provetti', 'SENT']]);
    expect((await findWaiting(id)).waiting).toMatchObject({ progress: 'SENT', of: 'Ginevra Provetti' });
  });

  it('is a signer with a locked signature, and none after cancellation or completion', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    await lockSignature(stage, id, customer.phone, path);
    expect(summary(await findListed(id))).toEqual([['customer', 'Ginevra Provetti', 'STUCK']]);
    await stage.startSigning(id);
    expect(summary(await findListed(id))).toEqual([['customer', 'Ginevra Provetti', 'SENT']]);
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
    expect((await findListed(id)).awaits).toEqual([]);
    const signed = await stage.newSignedDocument();
    expect((await findListed(signed.id)).awaits).toEqual([]);
  });

  it('is shown to read-only users, without a link', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    const row = await findListed(id, 'readonly');
    expect([summary(row), row.signUrl]).toEqual([[['customer', 'Ginevra Provetti', 'SENT']], null]);
  });

  it('sorts the waiting list by longest wait, without one query per row', async () => {
    const { rows, order } = await sortedSince();
    expect(order.length).toBeGreaterThan(2);
    expect(order).toEqual([...order].sort());
    const statementsFor = async (ids: readonly number[]): Promise<number> => {
      const { world } = stage.test;
      const actor = await findUser(world.database.read, { login: 'dealer' });
      if (actor === undefined) throw new Error('No dealer');
      const { db, statements } = recordStatements(world.database.read);
      const viewer = { actor, at: world.clock.now(), language: 'it', signUrls: signUrls(world) } as const;
      const documents = await presentDocuments(db, ids, viewer, { summaries: true });
      expect(documents.every(({ awaits }) => awaits.length > 0)).toBe(true);
      return statements.length;
    };
    const one = await statementsFor(rows.slice(0, 1));
    expect(one).toBeGreaterThan(3);
    expect(await statementsFor(rows)).toBe(one);
  });
});

async function sortedSince(): Promise<{ rows: number[]; order: (string | null)[] }> {
  const answer = await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search?size=1000&sort=since,asc', {});
  const rows = answer.json<Row[]>();
  const first = ({ awaits }: Row) => awaits.map(({ since }) => since ?? '').sort()[0] ?? null;
  return { rows: rows.map(({ id }) => id), order: rows.map(first) };
}
