/** The evidence bundle, checked by its own manual word for word with sh, openssl and sha256sum, whole and with one byte changed in each part (P-11). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedTimestamps } from '#formats/verify/embedded.ts';
import { addDocumentTimestamp } from '#pdf/document-timestamp.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { openStage, type Stage } from '../../../test/signing-stage.ts';
import { takeHead } from '../evidence/heads.ts';
import { documentSubject, listTrail } from '../evidence/index.ts';
import { readZipFiles } from '../http/workbook-read.suite.ts';
import { archiveDue } from './archive.ts';
import { validationMaterial } from './seal.ts';

let stage: Stage;
let late = false;
let signed: { id: number; signedDocumentId: number };
let bundle: Map<string, Buffer>;
let folder: string;

const ask = (id: number) => stage.as('dealer', 'GET', `/api/audit-documents/signed/${id}/bundle`);

beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp }) => ({
      timestamp: {
        stamp: async (digest) => {
          if (late) throw new TimestampUnavailable('silent');
          return timestamp.stamp(digest);
        },
      },
    }),
  });
  // Other documents around it: the path to the root has both left and right neighbours.
  await stage.newDocument();
  await takeHead(stage.test.world);
  signed = await stage.signed();
  await stage.newDocument();
  bundle = readZipFiles((await ask(signed.signedDocumentId)).rawPayload);
});
afterAll(() => stage.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function extract(files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

/** The blocks of a manual as it lies in the folder. */
const blocksOf = (manual: string): string[] =>
  [...readFileSync(join(folder, manual), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

const sh = (script: string): { status: number | null; said: string; complaint: string } => {
  const { status, stdout, stderr } = spawnSync('sh', { cwd: folder, input: script, encoding: 'utf8' });
  return { status, said: stdout, complaint: stderr };
};

/** The first step that does not say OK; null when all do. */
function firstFailure(manual = 'README.md'): number | null {
  const [preparation = '', ...steps] = blocksOf(manual);
  for (const [index, step] of steps.entries()) {
    const { status, said } = sh(preparation + step);
    const well = said.endsWith(`OK ${index + 1}\n`);
    expect(status === 0).toBe(well);
    if (!well) return index + 1;
  }
  return null;
}

/** Whoever changes a file can change the sums as well. */
function writeSums(names = [...bundle.keys()].filter((name) => name !== 'SHA256SUMS')): void {
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sum(name)}  ${name}\n`).join(''));
}

function flip(name: string, at: number, bit = 1): void {
  const bytes = readFileSync(join(folder, name));
  bytes[at] = (bytes[at] ?? 0) ^ bit;
  writeFileSync(join(folder, name), bytes);
}

describe('the manual', () => {
  it.each(['LEGGIMI.md', 'README.md'])('%s verifies the whole bundle, in one shell', (manual) => {
    extract(bundle);
    const { status, said, complaint } = sh(blocksOf(manual).join('\n'));
    const usual = /^(Using configuration from .*|CMS Verification successful)\n/gm;
    expect(complaint.replace(usual, '')).toBe('');
    expect(status).toBe(0);
    expect(said.match(/^OK \d$/gm)).toEqual(['OK 1', 'OK 2', 'OK 3', 'OK 4', 'OK 5', 'OK 6', 'OK 7']);
    expect(said).toMatch(/sha256 Fingerprint=([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  });

  it('shows every root that the checks trust', () => {
    extract(bundle);
    const others = readFileSync(join(folder, 'certificati/testa.pem'), 'utf8');
    appendFileSync(join(folder, 'certificati/radici.pem'), others);
    const [preparation = ''] = blocksOf('README.md');
    const { status, said } = sh(preparation + (blocksOf('README.md').at(-1) ?? ''));
    expect(status).toBe(0);
    const roots = ['radici', 'radici-marche'].flatMap(
      (name) => readFileSync(join(folder, `certificati/${name}.pem`), 'utf8').match(/BEGIN CERTIFICATE/g) ?? [],
    );
    expect(roots.length).toBeGreaterThan(1);
    expect(said.match(/sha256 Fingerprint=/g)).toHaveLength(roots.length);
  });

  it('has the same commands in both languages', () => {
    extract(bundle);
    expect(blocksOf('LEGGIMI.md')).toEqual(blocksOf('README.md'));
    expect(blocksOf('README.md')).toHaveLength(8);
  });

  it('names a changed byte in any file by its digest', () => {
    for (const name of bundle.keys()) {
      extract(bundle);
      flip(name, name === 'SHA256SUMS' ? 3 : Math.floor((bundle.get(name)?.length ?? 0) / 2));
      expect(firstFailure(), name).toBe(1);
    }
  });
});

/** Where the byte is changed in each part, and the step that finds it though the sums were made anew. */
const CHANGES: readonly (readonly [name: string, step: number, at: (bytes: Buffer) => number])[] = [
  ['firmato.pdf', 2, () => 1000],
  ['firmato.pdf', 2, (bytes) => bytes.length - 3],
  ['firmato.pdf', 2, (bytes) => bytes.indexOf('/Contents <') + 200],
  ['tracciato.pdf', 2, (bytes) => Math.floor(bytes.length / 2)],
  ['firme/firme.txt', 2, (bytes) => bytes.indexOf(' ', bytes.indexOf('.pdf') + 5) - 1],
  ['firme/1.p7s', 2, (bytes) => Math.floor(bytes.length / 2)],
  ['firme/2.p7s', 2, (bytes) => bytes.length - 1],
  ['marche/1.tst', 2, (bytes) => bytes.length - 1],
  ['marche/3.tst', 2, (bytes) => Math.floor(bytes.length / 2)],
  ['certificati/firma-1.pem', 2, () => 100],
  ['certificati/firma-3.pem', 2, (bytes) => bytes.length - 100],
  ['certificati/radici.pem', 2, () => 300],
  ['certificati/radici-marche.pem', 2, () => 300],
  ['archivio/archivio.txt', 2, (bytes) => bytes.indexOf('\n') - 1],
  ['eventi.jsonl', 4, () => 100],
  ['eventi.jsonl', 4, (bytes) => bytes.length - 10],
  ['inclusione.txt', 4, () => 20],
  ['inclusione.txt', 5, (bytes) => bytes.indexOf('posizione ') + 10],
  ['inclusione.txt', 5, (bytes) => bytes.indexOf('foglie ') + 7],
  ['inclusione.txt', 5, (bytes) => bytes.length - 30],
  ['testa/testa.json', 5, (bytes) => bytes.indexOf('"root":"') + 10],
  ['testa/testa.json', 5, (bytes) => bytes.indexOf('"size":') + 7],
  ['testa/testa.json', 6, (bytes) => bytes.indexOf('"time":"') + 11],
  ['testa/testa.p7s', 6, (bytes) => Math.floor(bytes.length / 2)],
  ['testa/testa.tst', 6, (bytes) => bytes.length - 1],
  ['certificati/testa.pem', 6, () => 100],
];

describe('a bundle whose sums were made anew after', () => {
  it.each(CHANGES)('a byte of %s was changed fails at step %i', (name, step, at) => {
    extract(bundle);
    flip(name, at(bundle.get(name) ?? Buffer.alloc(0)));
    writeSums();
    expect(firstFailure()).toBe(step);
  });

  it('an event was taken away, or bytes were added behind the seal, fails', () => {
    extract(bundle);
    const lines = (bundle.get('eventi.jsonl')?.toString('utf8') ?? '').split('\n');
    writeFileSync(join(folder, 'eventi.jsonl'), lines.toSpliced(3, 1).join('\n'));
    writeSums();
    expect(firstFailure()).toBe(4);
    extract(bundle);
    writeFileSync(
      join(folder, 'firmato.pdf'),
      Buffer.concat([bundle.get('firmato.pdf') ?? Buffer.alloc(0), Buffer.from('\n')]),
    );
    writeSums();
    expect(firstFailure()).toBe(3);
  });
});

describe('a bundle whose sums and rows were made anew after', () => {
  /** What stands behind the last newline is a line for some tools and none for others. */
  it('a line without an end was put behind the events fails at step 4', () => {
    extract(bundle);
    const other = Buffer.from('another document');
    const digest = createHash('sha256').update(other).digest('hex');
    appendFileSync(join(folder, 'eventi.jsonl'), `{"sha256":"${digest}"}`);
    writeSums();
    expect(firstFailure()).toBe(4);
  });

  it('a line without an end was put behind the signatures fails at step 2', () => {
    extract(bundle);
    appendFileSync(join(folder, 'firme/firme.txt'), '9 firmato.pdf 1 2 3 4 5 6 7 8');
    writeSums();
    expect(firstFailure()).toBe(2);
  });

  it('the trail was put in the place of the signed document fails at step 4', () => {
    extract(bundle);
    writeFileSync(join(folder, 'firmato.pdf'), bundle.get('tracciato.pdf') ?? '');
    const rows = readFileSync(join(folder, 'firme/firme.txt'), 'utf8').match(/^.* tracciato\.pdf .*\n/gm) ?? [];
    const doubled = rows.flatMap((row) => [row.replace('tracciato.pdf', 'firmato.pdf'), row]);
    writeFileSync(join(folder, 'firme/firme.txt'), doubled.join(''));
    const closed = /^chiuso tracciato\.pdf (\d+)$/m.exec(readFileSync(join(folder, 'archivio/archivio.txt'), 'utf8'));
    const size = closed?.[1] ?? '';
    writeFileSync(join(folder, 'archivio/archivio.txt'), `chiuso firmato.pdf ${size}\nchiuso tracciato.pdf ${size}\n`);
    writeSums();
    expect(firstFailure()).toBe(4);
  });
});

describe('a bundle of files with archive timestamps', () => {
  let archived: Map<string, Buffer>;
  beforeAll(async () => {
    const soon = { hours: 0, months: 24 };
    expect(await archiveDue(stage.test.world, soon)).toBe(2);
    // A second one, years later: the first one's certificate is about to end.
    expect(await archiveDue(stage.test.world, soon)).toBe(0);
    stage.test.clock.advance(9 * 365 * 86_400);
    expect(await archiveDue(stage.test.world, soon)).toBe(2);
    stage.test.clock.advance(-9 * 365 * 86_400);
    archived = readZipFiles((await ask(signed.signedDocumentId)).rawPayload);
  });

  it('is verified by its manual from the first byte to the last', () => {
    extract(archived);
    expect([...archived.keys()].filter((name) => name.startsWith('archivio/')).sort()).toEqual(
      ['1.tst', '2.tst', '3.tst', '4.tst', 'archivio.txt'].map((name) => `archivio/${name}`),
    );
    expect(firstFailure('LEGGIMI.md')).toBeNull();
  });

  it.each<[string, number, (bytes: Buffer) => number]>([
    ['firmato.pdf', 3, (bytes) => bytes.length - 3],
    ['firmato.pdf', 3, (bytes) => bytes.lastIndexOf('/DSS') + 1],
    ['tracciato.pdf', 3, (bytes) => bytes.lastIndexOf('/Contents <') + 200],
    ['archivio/1.tst', 3, (bytes) => Math.floor(bytes.length / 2)],
    ['archivio/4.tst', 3, (bytes) => bytes.length - 1],
    ['archivio/archivio.txt', 2, (bytes) => bytes.indexOf('\n') - 1],
  ])('whose %s has one byte changed fails at step %i though the sums were made anew', (name, step, at) => {
    extract(archived);
    flip(name, at(archived.get(name) ?? Buffer.alloc(0)));
    const names = [...archived.keys()].filter((one) => one !== 'SHA256SUMS');
    writeSums(names);
    expect(firstFailure()).toBe(step);
  });

  it('with one more timestamp, as good as the others but not in the trail, fails at step 4', async () => {
    extract(archived);
    const { world } = stage.test;
    const { bytes } = await addDocumentTimestamp(new Uint8Array(archived.get('firmato.pdf') ?? []), {
      field: 'Fascicolo_Marca_9',
      stamp: (digest) => world.timestamp.stamp(digest),
      validation: await validationMaterial(world),
    });
    const added = (await embeddedTimestamps(bytes)).at(-1);
    if (added === undefined) throw new Error('no timestamp');
    writeFileSync(join(folder, 'firmato.pdf'), bytes);
    writeFileSync(join(folder, 'archivio/5.tst'), added.token);
    const [, before, resume, rest] = added.byteRange;
    const line = `marca firmato.pdf 5 ${before} ${resume} ${rest} ${added.token.length}\n`;
    appendFileSync(join(folder, 'archivio/archivio.txt'), line);
    writeSums(['archivio/5.tst', ...[...archived.keys()].filter((one) => one !== 'SHA256SUMS')]);
    expect(firstFailure()).toBe(4);
  });

  it('with bytes behind its last timestamp fails', () => {
    extract(archived);
    appendFileSync(join(folder, 'firmato.pdf'), '\n');
    writeSums([...archived.keys()].filter((one) => one !== 'SHA256SUMS'));
    expect(firstFailure()).toBe(3);
  });
});

describe('the call', () => {
  it('gives a ZIP with every part, named after the document, and writes it into the trail', async () => {
    const before = await listTrail(stage.test.world.database.read, documentSubject(signed.id));
    const answer = await ask(signed.signedDocumentId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('filename="preventivo Provetti-fascicolo-di-prova.zip"'),
    });
    const names = [...readZipFiles(answer.rawPayload).keys()];
    expect(new Set(names.filter((name) => !name.endsWith('.tst')))).toEqual(
      new Set([...bundle.keys()].filter((name) => !name.endsWith('.tst'))),
    );
    const after = await listTrail(stage.test.world.database.read, documentSubject(signed.id));
    expect(after.slice(before.length).map(({ type, actor, detail }) => [type, actor.name, detail.what])).toEqual([
      ['downloaded', expect.any(String), 'bundle'],
    ]);
  });

  it('is complete at once after the signature, and takes no further head for who reads it again', async () => {
    const { signedDocumentId } = await stage.signed();
    const first = readZipFiles((await ask(signedDocumentId)).rawPayload);
    expect(first.get('eventi.jsonl')?.toString('utf8')).toContain('"type":"document.signed"');
    const second = readZipFiles((await ask(signedDocumentId)).rawPayload);
    expect(second.get('testa/testa.json')).toEqual(first.get('testa/testa.json'));
  });

  it('says that it is not complete while the timestamp authority is silent, and gives it afterwards', async () => {
    const { signedDocumentId } = await stage.signed();
    late = true;
    const refused = await ask(signedDocumentId);
    late = false;
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'evidence.noHead' });
    expect((await ask(signedDocumentId)).statusCode).toBe(200);
  });

  it('tells a chain that is not the one kept outside apart from a silent timestamp authority', async () => {
    const { signedDocumentId } = await stage.signed();
    await stage.test.world.heads.keep(999_999, '{}');
    const answer = await ask(signedDocumentId);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'evidence.headRefused' });
  });

  it('is for signed documents alone', async () => {
    expect((await ask(999_999)).statusCode).toBe(404);
  });
});
