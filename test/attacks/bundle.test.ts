/**
 * Evidence bundles with one byte changed in each part, and with checksums and rows recomputed: the manual they contain
 * detects each change.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedTimestamps } from '#formats/verify/embedded-signatures.ts';
import { addDocumentTimestamp } from '#pdf/signing/document-timestamp.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { readZipFiles } from '#server/http/response/workbook-read.suite.ts';
import { addDueTimestamps } from '#server/signing/archive/archive.ts';
import { loadValidationMaterial } from '#server/signing/complete/seal.ts';
import { bundleFolder } from '../papers/bundle-folder.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

let stage: Stage;
let bundle: Map<string, Buffer>;
let archived: Map<string, Buffer>;
const { at: pathOf, extract, firstFailure, writeSums, flip } = bundleFolder();

beforeAll(async () => {
  stage = await openStage();
  // Other documents around it, so that the path to the root has both left and right neighbours.
  await stage.newDocument();
  await takeHead(stage.test.world);
  const { signedDocumentId } = await stage.newSignedDocument();
  await stage.newDocument();
  const ask = async () => {
    const answer = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/bundle`);
    return readZipFiles(answer.rawPayload);
  };
  bundle = await ask();
  const soon = { hours: 0, months: 24 };
  expect(await addDueTimestamps(stage.test.world, soon)).toBe(2);
  // A second anchor timestamp years later, when the first one's certificate is about to expire.
  stage.test.clock.advance(9 * 365 * 86_400);
  expect(await addDueTimestamps(stage.test.world, soon)).toBe(2);
  stage.test.clock.advance(-9 * 365 * 86_400);
  archived = await ask();
});
afterAll(() => stage.close());

it('a changed byte in any file is reported by digest', () => {
  for (const name of bundle.keys()) {
    extract(bundle);
    flip(name, name === 'SHA256SUMS' ? 3 : Math.floor((bundle.get(name)?.length ?? 0) / 2));
    expect(firstFailure(), name).toBe(1);
  }
});

/** Where the byte of each part is changed, and the step that detects it although the checksums were recomputed. */
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

describe('a bundle with recomputed checksums, after', () => {
  it.each(CHANGES)('a change of one byte of %s, fails at step %i', (name, step, at) => {
    extract(bundle);
    flip(name, at(bundle.get(name) ?? Buffer.alloc(0)));
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(step);
  });

  it('an event was removed or bytes were appended to the seal, fails', () => {
    extract(bundle);
    const lines = (bundle.get('eventi.jsonl')?.toString('utf8') ?? '').split('\n');
    writeFileSync(pathOf('eventi.jsonl'), lines.toSpliced(3, 1).join('\n'));
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(4);
    extract(bundle);
    writeFileSync(
      pathOf('firmato.pdf'),
      Buffer.concat([bundle.get('firmato.pdf') ?? Buffer.alloc(0), Buffer.from('\n')]),
    );
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(3);
  });
});

describe('a bundle with recomputed checksums and rows, after', () => {
  /** Text after the last newline is a line for some tools and not for others. */
  it('a line without line ending was appended to the events, fails at step 4', () => {
    extract(bundle);
    const other = Buffer.from('another document');
    const digest = createHash('sha256').update(other).digest('hex');
    appendFileSync(pathOf('eventi.jsonl'), `{"sha256":"${digest}"}`);
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(4);
  });

  it('a line without line ending was appended to the signatures, fails at step 2', () => {
    extract(bundle);
    appendFileSync(pathOf('firme/firme.txt'), '9 firmato.pdf 1 2 3 4 5 6 7 8');
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(2);
  });

  it('the trail replaced the signed document, fails at step 4', () => {
    extract(bundle);
    writeFileSync(pathOf('firmato.pdf'), bundle.get('tracciato.pdf') ?? '');
    const rows = readFileSync(pathOf('firme/firme.txt'), 'utf8').match(/^.* tracciato\.pdf .*\n/gm) ?? [];
    const doubled = rows.flatMap((row) => [row.replace('tracciato.pdf', 'firmato.pdf'), row]);
    writeFileSync(pathOf('firme/firme.txt'), doubled.join(''));
    const closed = /^chiuso tracciato\.pdf (\d+)$/m.exec(readFileSync(pathOf('archivio/archivio.txt'), 'utf8'));
    const size = closed?.[1] ?? '';
    writeFileSync(pathOf('archivio/archivio.txt'), `chiuso firmato.pdf ${size}\nchiuso tracciato.pdf ${size}\n`);
    writeSums(bundle.keys());
    expect(firstFailure()).toBe(4);
  });
});

describe('a bundle of files with archive timestamps', () => {
  it.each<[string, number, (bytes: Buffer) => number]>([
    ['firmato.pdf', 3, (bytes) => bytes.length - 3],
    ['firmato.pdf', 3, (bytes) => bytes.lastIndexOf('/DSS') + 1],
    ['tracciato.pdf', 3, (bytes) => bytes.lastIndexOf('/Contents <') + 200],
    ['archivio/1.tst', 3, (bytes) => Math.floor(bytes.length / 2)],
    ['archivio/4.tst', 3, (bytes) => bytes.length - 1],
    ['archivio/archivio.txt', 2, (bytes) => bytes.indexOf('\n') - 1],
  ])('with one changed byte in %s fails at step %i despite recomputed checksums', (name, step, at) => {
    extract(archived);
    flip(name, at(archived.get(name) ?? Buffer.alloc(0)));
    writeSums(archived.keys());
    expect(firstFailure()).toBe(step);
  });

  it('with an additional valid timestamp that is not in the trail fails at step 4', async () => {
    extract(archived);
    const { world } = stage.test;
    const { bytes } = await addDocumentTimestamp(new Uint8Array(archived.get('firmato.pdf') ?? []), {
      field: 'Fascicolo_Marca_9',
      stamp: (digest) => world.timestamp.stamp(digest),
      validation: await loadValidationMaterial(world),
    });
    const added = (await embeddedTimestamps(bytes)).at(-1);
    if (added === undefined) throw new Error('no timestamp');
    writeFileSync(pathOf('firmato.pdf'), bytes);
    writeFileSync(pathOf('archivio/5.tst'), added.token);
    const [, before, resume, rest] = added.byteRange;
    const line = `marca firmato.pdf 5 ${before} ${resume} ${rest} ${added.token.length}\n`;
    appendFileSync(pathOf('archivio/archivio.txt'), line);
    writeSums(['archivio/5.tst', ...archived.keys()]);
    expect(firstFailure()).toBe(4);
  });

  it('with bytes after its last timestamp fails', () => {
    extract(archived);
    appendFileSync(pathOf('firmato.pdf'), '\n');
    writeSums(archived.keys());
    expect(firstFailure()).toBe(3);
  });
});
