/** The audit PDF is PDF/A with the trail as an attachment, readable by third-party tools, final and interim alike. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { romeTimeWithOffset } from '#domain/signing/trail/printed-time.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { printedText } from '../../../../test/papers/printed-text.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems, run } from '../../../../test/validators/foreign-validators.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import { ARCHIVE_DEFAULTS, addDueTimestamps } from '../archive/archive.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

interface TrailData {
  provisional: boolean;
  document: { id: number; type: string; originalSha256: string };
  session: { id: number; preparedSha256: string };
  signed: { id: number; sha256: string; signatures: number } | null;
  events: { seq: number; body: string; prevHash: string; hash: string }[];
}

/** The attachment as another program extracts it. */
async function extractTrail(bytes: Uint8Array): Promise<TrailData> {
  const folder = await mkdtemp(join(tmpdir(), 'trail-'));
  await writeFile(join(folder, 'tracciato.pdf'), bytes);
  const { code, text } = await run('pdfdetach', ['-saveall', 'tracciato.pdf'], { cwd: folder });
  expect(code, text).toBe(0);
  const trail = JSON.parse(await readFile(join(folder, 'tracciato.json'), 'utf8')) as TrailData;
  await rm(folder, { recursive: true });
  return trail;
}

/** From the first event on, as the paper explains. */
function recomputeHashes({ events }: TrailData): string[] {
  let lastHash = '0'.repeat(64);
  return events.map(({ body, prevHash }) => {
    expect(prevHash).toBe(lastHash);
    lastHash = createHash('sha256').update(Buffer.from(prevHash, 'hex')).update(body, 'utf8').digest('hex');
    return lastHash;
  });
}

async function audit(path: string): Promise<Uint8Array> {
  const answer = await stage.callAs('dealer', 'GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  return new Uint8Array(answer.rawPayload);
}

it('contains the events of the trail as exact text, whose hashes can be recomputed', async () => {
  const { id, path, browser, points, code } = await stage.readyToConfirm();
  const { world } = stage.test;
  const anchors = await world.authority.anchors();

  const interim = await audit(`/api/documents/${id}/audit/download`);
  expect(await pdfaProblems(interim, 3)).toEqual([]);
  const before = await extractTrail(interim);
  expect(before).toMatchObject({ provisional: true, signed: null, document: { id, type: 'SALE_NEW_RFO' } });
  expect(recomputeHashes(before)).toEqual(before.events.map(({ hash }) => hash));

  await browser.post(`${path}/sign`, { code, points });
  await world.jobs.drain();
  const { signedDocumentId } = await stage.document(id);
  const final = await audit(`/api/audit-documents/signed/${signedDocumentId}/download`);
  expect(await pdfaProblems(final, 3)).toEqual([]);
  expect(await foreignProblems(final, anchors, 1)).toEqual([]);
  const trail = await extractTrail(final);
  const { sha256 } = await verifyPdf(await audit(`/api/signed-documents/${signedDocumentId}/download`), { anchors });
  expect(trail).toMatchObject({ provisional: false, signed: { id: signedDocumentId, sha256, signatures: 2 } });
  expect(recomputeHashes(trail)).toEqual(trail.events.map(({ hash }) => hash));
  const stored = await listTrail(world.database.read, documentSubject(id));
  expect(trail.events.length).toBeGreaterThan(10);
  expect(trail.events).toEqual(
    stored.slice(0, trail.events.length).map(({ seq, body, prevHash, hash }) => ({ seq, body, prevHash, hash })),
  );
  expect(JSON.parse(trail.events.at(-1)?.body ?? '')).toMatchObject({ type: 'sealed', detail: { sha256 } });
  // No code, and the telephone masked as in every event.
  expect(JSON.stringify(trail)).not.toContain(code);

  stage.test.clock.advance(25 * 3600);
  expect(await addDueTimestamps(world, ARCHIVE_DEFAULTS)).toBe(2);
  const archived = await audit(`/api/audit-documents/signed/${signedDocumentId}/download`);
  expect(archived.length).toBeGreaterThan(final.length);
  expect(await pdfaProblems(archived, 3)).toEqual([]);
  const { intact, signatures } = await verifyPdf(archived, { anchors, at: stage.test.clock.now() });
  expect([intact, signatures.map(({ level }) => level)]).toEqual([true, ['B-LTA', null]]);
  expect(await extractTrail(archived)).toEqual(trail);
});

it.each([
  ['every page was on the screen', (pages: number) => `1-${pages}`, 'mostrato per intero, tutte le 3 pagine'],
  ['one of them was not', () => '', 'ricevuto per intero; pagine viste: nessuna di 3'],
])('states what was read: %s', async (_what, seen, words) => {
  const { id, path, browser, points, code } = await stage.readyToConfirm();
  const { documents } = (await browser.get(path)).json<{ documents: { sha256: string; pages: number }[] }>();
  const seenPages = documents.map(({ sha256, pages }) => ({ sha256, pages: seen(pages) }));
  const answer = await browser.post(`${path}/sign`, { code, points, seen: seenPages });
  expect(answer.statusCode, answer.body).toBe(200);
  // The seal may be later than the signature: a timestamp authority may not have answered.
  const signedAt = romeTimeWithOffset(stage.test.clock.now());
  stage.test.clock.advance(90);
  const sealedAt = romeTimeWithOffset(stage.test.clock.now());
  await stage.test.world.jobs.drain();

  const events = await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`);
  const intent = events.json<{ type: string; detail: string }[]>().find(({ type }) => type === 'sign.confirmed');
  expect(intent?.detail.replace(/^[^;]*; /, '')).toBe(words);

  const { signedDocumentId } = await stage.document(id);
  const paper = (await printedText(await audit(`/api/audit-documents/signed/${signedDocumentId}/download`))).replaceAll(
    /\s+/g,
    ' ',
  );
  expect(paper).toContain(`Firmato il Indirizzo IP ${signedAt}`);
  expect(paper).toContain(`Sigillato il ${sealedAt}`);
  expect(paper).toContain(`Documento ${words}`);
  expect(paper).toContain('Documento ricevuto per intero');
});

it('accepts pages only as ranges', async () => {
  const { path, browser, points, code } = await stage.readyToConfirm();
  const { documents } = (await browser.get(path)).json<{ documents: { sha256: string }[] }>();
  const seen = [{ sha256: documents[0]?.sha256, pages: 'tutte' }];
  expect((await browser.post(`${path}/sign`, { code, points, seen })).statusCode).toBe(400);
});
