/** The evidence bundle, verified by running its own manual verbatim with sh, openssl and sha256sum; altered bundles must fail. */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { bundleFolder } from '../../../../test/papers/bundle-folder.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { takeHead } from '../../evidence/heads.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import { readZipFiles } from '../../http/response/workbook-read.suite.ts';
import { addDueTimestamps } from './archive.ts';

let stage: Stage;
let isTimestampDown = false;
let signed: { id: number; signedDocumentId: number };
let bundle: Map<string, Buffer>;

const { at, extract, blocksOf, sh, firstFailure } = bundleFolder();

const downloadBundle = (id: number) => stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${id}/bundle`);

beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp }) => ({
      timestamp: {
        stamp: async (digest) => {
          if (isTimestampDown) throw new TimestampUnavailable('silent');
          return timestamp.stamp(digest);
        },
      },
    }),
  });
  // Surround it with other documents, so that the path to the root has left and right neighbours.
  await stage.newDocument();
  await takeHead(stage.test.world);
  signed = await stage.newSignedDocument();
  await stage.newDocument();
  bundle = readZipFiles((await downloadBundle(signed.signedDocumentId)).rawPayload);
});
afterAll(() => stage.close());

describe('the manual', () => {
  it.each(['LEGGIMI.md', 'README.md'])('%s verifies the whole bundle in one shell', (manual) => {
    extract(bundle);
    const { status, said, complaint } = sh(blocksOf(manual).join('\n'));
    const usualOutput = /^(Using configuration from .*|CMS Verification successful)\n/gm;
    expect(complaint.replace(usualOutput, '')).toBe('');
    expect(status).toBe(0);
    expect(said.match(/^OK \d$/gm)).toEqual(['OK 1', 'OK 2', 'OK 3', 'OK 4', 'OK 5', 'OK 6', 'OK 7']);
    expect(said).toMatch(/sha256 Fingerprint=([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  });

  it('shows every root certificate that the checks trust', () => {
    extract(bundle);
    const otherRoots = readFileSync(at('certificati/testa.pem'), 'utf8');
    appendFileSync(at('certificati/radici.pem'), otherRoots);
    const [preparation = ''] = blocksOf('README.md');
    const { status, said } = sh(preparation + (blocksOf('README.md').at(-1) ?? ''));
    expect(status).toBe(0);
    const roots = ['radici', 'radici-marche'].flatMap(
      (name) => readFileSync(at(`certificati/${name}.pem`), 'utf8').match(/BEGIN CERTIFICATE/g) ?? [],
    );
    expect(roots.length).toBeGreaterThan(1);
    expect(said.match(/sha256 Fingerprint=/g)).toHaveLength(roots.length);
  });

  it('has the same commands in both languages', () => {
    extract(bundle);
    expect(blocksOf('LEGGIMI.md')).toEqual(blocksOf('README.md'));
    expect(blocksOf('README.md')).toHaveLength(8);
  });
});

describe('a bundle of files with archive timestamps', () => {
  let archived: Map<string, Buffer>;
  beforeAll(async () => {
    const soon = { hours: 0, months: 24 };
    expect(await addDueTimestamps(stage.test.world, soon)).toBe(2);
    // A second document timestamp, years later, when the first one's certificate is about to end.
    expect(await addDueTimestamps(stage.test.world, soon)).toBe(0);
    stage.test.clock.advance(9 * 365 * 86_400);
    expect(await addDueTimestamps(stage.test.world, soon)).toBe(2);
    stage.test.clock.advance(-9 * 365 * 86_400);
    archived = readZipFiles((await downloadBundle(signed.signedDocumentId)).rawPayload);
  });

  it('is verified by its manual from the first byte to the last', () => {
    extract(archived);
    expect([...archived.keys()].filter((name) => name.startsWith('archivio/')).sort()).toEqual(
      ['1.tst', '2.tst', '3.tst', '4.tst', 'archivio.txt'].map((name) => `archivio/${name}`),
    );
    expect(firstFailure('LEGGIMI.md')).toBeNull();
  });
});

describe('the request for a bundle', () => {
  it('returns a ZIP with every part, named after the document, and is recorded in the trail', async () => {
    const before = await listTrail(stage.read, documentSubject(signed.id));
    const answer = await downloadBundle(signed.signedDocumentId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/filename="Preventivo - Ginevra Provetti - \d+ - prove\.zip"/),
    });
    const names = [...readZipFiles(answer.rawPayload).keys()];
    expect(new Set(names.filter((name) => !name.endsWith('.tst')))).toEqual(
      new Set([...bundle.keys()].filter((name) => !name.endsWith('.tst'))),
    );
    const after = await listTrail(stage.read, documentSubject(signed.id));
    expect(after.slice(before.length).map(({ type, actor, detail }) => [type, actor.name, detail.what])).toEqual([
      ['downloaded', expect.any(String), 'bundle'],
    ]);
  });

  it('is complete at once after the signature, and a repeated request takes no further head', async () => {
    const { signedDocumentId } = await stage.newSignedDocument();
    const first = readZipFiles((await downloadBundle(signedDocumentId)).rawPayload);
    expect(first.get('eventi.jsonl')?.toString('utf8')).toContain('"type":"document.signed"');
    const second = readZipFiles((await downloadBundle(signedDocumentId)).rawPayload);
    expect(second.get('testa/testa.json')).toEqual(first.get('testa/testa.json'));
  });

  it('reports an incomplete bundle while the timestamp authority is silent, and returns it later', async () => {
    const { signedDocumentId } = await stage.newSignedDocument();
    isTimestampDown = true;
    const refused = await downloadBundle(signedDocumentId);
    isTimestampDown = false;
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'evidence.noHead' });
    expect((await downloadBundle(signedDocumentId)).statusCode).toBe(200);
  });

  it('reports a contradictory external head as such, not as a silent timestamp authority', async () => {
    const { signedDocumentId } = await stage.newSignedDocument();
    await stage.test.world.heads.store(999_999, '{}');
    const answer = await downloadBundle(signedDocumentId);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'evidence.headRefused' });
  });

  it('is for signed documents only', async () => {
    expect((await downloadBundle(999_999)).statusCode).toBe(404);
  });
});
