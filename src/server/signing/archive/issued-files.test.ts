/** A file's fingerprint is enough to find out whether it was issued here, and discloses nothing about the signers. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IssuedAnswer } from '#contract/signing/issued-files.ts';
import { REFUSALS } from '#domain/errors.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { ARCHIVE_DEFAULTS, addDueTimestamps } from './archive.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  stage.app.inject({ method: 'GET', url, headers, remoteAddress });
const fetchIssued = async (sha256: string): Promise<IssuedAnswer> => {
  const answer = await get(`/api/issued/${sha256}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const download = async (path: string): Promise<Buffer> => {
  const answer = await stage.callAs('dealer', 'GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.rawPayload;
};
const NOT_ISSUED = { issued: false, file: null };

it('identifies the signed file, its trail as sealed, and copies with an archive timestamp', async () => {
  const { id, path, browser, points, code } = await stage.readyToConfirm();
  const original = await download(`/api/documents/${id}/download`);
  await browser.post(`${path}/sign`, { code, points });
  await stage.test.world.jobs.drain();
  const { signedDocumentId } = await stage.document(id);
  const paths = [
    ['signed', `/api/signed-documents/${signedDocumentId}/download`],
    ['audit', `/api/audit-documents/signed/${signedDocumentId}/download`],
  ] as const;
  const sealed = new Map<string, string>();
  for (const [kind, from] of paths) {
    const bytes = await download(from);
    sealed.set(kind, hashOf(bytes));
    expect(await fetchIssued(hashOf(bytes))).toEqual({
      issued: true,
      file: { kind, label: 'Preventivo', date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), proof: 'sealed' },
    });
    const other = Buffer.from(bytes);
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
    expect(await fetchIssued(hashOf(other))).toEqual(NOT_ISSUED);
  }
  // Prepared files, uploads and interim trails do not count as issued.
  expect(await fetchIssued(hashOf(original))).toEqual(NOT_ISSUED);

  stage.test.clock.advance(25 * 3600);
  expect(await addDueTimestamps(stage.test.world, ARCHIVE_DEFAULTS)).toBe(2);
  for (const [kind, from] of paths) {
    expect((await fetchIssued(hashOf(await download(from)))).file).toMatchObject({ kind, proof: 'archived' });
    expect((await fetchIssued(sealed.get(kind) ?? '')).file).toMatchObject({ kind, proof: 'renewed' });
  }
});

it('identifies the evidence of a partly signed document as such', async () => {
  const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  await browser.post(`${path}/otp`);
  await browser.post(`${path}/sign`, { code: await stage.code(customer), points: await stage.points(path) });
  await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
  await stage.test.world.jobs.drain();
  const { partlySigned } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
  const { file } = await fetchIssued(partlySigned[0].sha256);
  expect(file).toMatchObject({ kind: 'partial', label: 'Proposta d’acquisto', proof: 'notConcluded' });
  const page = await get(`/verify/issued/${partlySigned[0].sha256}`);
  expect(page.body).toContain('non tutti hanno firmato');
});

it('shows the result on a page without scripts, in the requested language, without names', async () => {
  const { signedDocumentId } = await stage.newSignedDocument();
  const sha256 = hashOf(await download(`/api/signed-documents/${signedDocumentId}/download`));
  const page = await get(`/verify/issued/${sha256}`);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain('Sì, è stato emesso da questa installazione');
  expect(page.body).toContain(sha256);
  const english = await get(`/verify/issued/${sha256}?lang=en`, { 'accept-language': 'it' });
  expect(english.body).toContain('Yes, it was issued by this installation');
  expect(english.body).toContain('Quote');
  const call = await get(`/api/issued/${sha256}`);
  for (const { body } of [page, english, call]) {
    for (const secret of ['Ginevra', 'Provetti', 'Autoesempio', 'preventivo Provetti.pdf']) {
      expect(body.replaceAll(sha256, '')).not.toContain(secret);
    }
  }
  const unknown = await get(`/verify/issued/${'0'.repeat(64)}`);
  expect([unknown.statusCode, unknown.body.includes('Non risulta emesso')]).toEqual([200, true]);
});

it('answers 404 to an invalid fingerprint', async () => {
  for (const text of ['x', 'A'.repeat(64), 'a'.repeat(63), `${'a'.repeat(64)}'`, '%3Cscript%3E']) {
    expect((await get(`/api/issued/${text}`)).statusCode, text).toBe(404);
    const page = await get(`/verify/issued/${text}`);
    expect([page.statusCode, page.headers['content-type']], text).toEqual([404, 'text/html; charset=utf-8']);
  }
});

it('answers sixty requests a minute per network, API and page together', async () => {
  const from = '192.0.2.99';
  const question = (index: number) =>
    get(`${index % 2 === 0 ? '/api/issued' : '/verify/issued'}/${String(index).padStart(64, '0')}`, {}, from);
  // Early in a minute, so that it does not end during the test.
  stage.test.clock.advance(61 - ((stage.test.clock.now().getTime() / 1000) % 60));
  for (let index = 0; index < 60; index += 1) expect((await question(index)).statusCode).toBe(200);
  const refused = await question(60);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.tooMany']);
  const page = await question(61);
  expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('<h1>Emesso qui?</h1>');
  expect(page.body).toContain(`<p class="lead">${REFUSALS['request.tooMany'].it}</p>`);
  for (const one of [refused, page]) expect(Number(one.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get(`/api/issued/${'0'.repeat(64)}`, {}, '192.0.2.98')).statusCode).toBe(200);
});
