/** Sealed handwriting is in the byte range of its signature and matches the strokes written with it. */
import { constants, inflateSync } from 'node:zlib';
import { PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openInk } from '#formats/ink/envelope.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { embeddedHandwriting, handwritingKey } from '#formats/verify/handwriting.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { signerKey, stampWith } from '#pdf/signing/samples.suite.ts';
import { applySignature, writeSignature } from '#pdf/signing/sign.ts';
import { dict, name, replaceBytes, stream, Update } from './files/append-update.ts';
import { type HandwrittenPaper, handRequest, handwriting, makeHandwrittenPaper } from './files/handwritten-paper.ts';
import { signAgain } from './files/rewrite-signatures.ts';

let paper: HandwrittenPaper;
beforeAll(async () => {
  paper = await makeHandwrittenPaper();
});

async function problemsOf(bytes: Uint8Array): Promise<{ intact: boolean; codes: string[] }> {
  const { intact, problems, signatures } = await verifyPdf(bytes, { anchors: paper.anchors });
  const all = [...problems, ...signatures.flatMap((signature) => [...signature.problems, ...signature.changesAfter])];
  return { intact, codes: all.map((problem) => problem.split(':')[0] ?? '') };
}

/** The signature of a field, and the stream with its handwriting. */
function placesOf(update: Update, field: string): { signature: PdfRef; envelope: PdfRef } {
  const signature = update.copy(update.field(field)).get('V');
  if (!(signature instanceof PdfRef)) throw new Error('not signed');
  const envelope = update.copy(signature).get(handwritingKey);
  if (!(envelope instanceof PdfRef)) throw new Error('not signed by hand');
  return { signature, envelope };
}

const anotherHandwriting = () => handwriting(paper.revisions[0], paper.custodian, 'Firma1', { every: 5 });

describe('an unmodified paper signed by hand', () => {
  it.each([1, 2, 3] as const)('passes after signature %i', async (count) => {
    const { intact, signatures, problems } = await verifyPdf(paper.revisions[count], { anchors: paper.anchors });
    expect({ intact, problems }).toEqual({ intact: true, problems: [] });
    expect(signatures.map(({ indication }) => indication)).toEqual(Array(count).fill('TOTAL-PASSED'));
  });

  it('contains the encrypted handwriting for the custodian and the file that was shown', async () => {
    const { handwriting: embedded, shown } = await embeddedHandwriting(paper.revisions[3]);
    expect(embedded.map(({ signature }) => signature.field.name)).toEqual(['Firma1', 'Firma2']);
    expect(shown?.candidates.some((candidate) => Buffer.compare(candidate, paper.revisions[0]) === 0)).toBe(true);
    for (const { envelope, signature } of embedded) {
      const opened = await openInk(envelope, paper.custodian.privateKey);
      expect(opened.field).toBe(signature.field.name);
    }
  });

  it('contains no handwriting data that is readable without the key', async () => {
    const file = Buffer.from(paper.revisions[3]);
    const plain = [file];
    // Compressed content is searched as well.
    for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
      const data = file.subarray(at + 7, file.indexOf('\nendstream', at));
      if (data[0] === 0x78) plain.push(inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }));
    }
    expect(plain.length).toBeGreaterThan(5);
    for (const every of [4, 5]) {
      const ink = Buffer.from(inkOf(sampleCapture({ every })));
      // Four points of the first stroke, as recorded.
      const points = ink.subarray(200, 252);
      for (const bytes of plain) {
        expect(bytes.includes('SDI\0')).toBe(false);
        expect(bytes.includes(points)).toBe(false);
        expect(bytes.includes(points.toString('hex'))).toBe(false);
        expect(bytes.includes(points.toString('base64').slice(0, 32))).toBe(false);
      }
      const [entry] = (await embeddedHandwriting(file)).handwriting;
      const opened = await openInk(entry?.envelope ?? new Uint8Array(), paper.custodian.privateKey);
      expect(Buffer.from(opened.ink).includes(points)).toBe(every === 4);
    }
  });

  it('leaves the earlier revision unchanged', () => {
    for (const n of [0, 1, 2] as const) {
      const [before, after] = [paper.revisions[n], paper.revisions[n + 1]];
      expect(Buffer.compare(before, Buffer.from(after ?? []).subarray(0, before.length))).toBe(0);
    }
  });

  it('takes no handwriting that is not encrypted for a custodian', async () => {
    const request = await handRequest(paper.authority, 'Firma1', new TextEncoder().encode('x,y,t'));
    await expect(applySignature(paper.revisions[0], request)).rejects.toMatchObject({ code: 'handwriting.form' });
  });
});

describe('the verifier detects handwriting that is', () => {
  it.each(['two signatures', 'the closing seal'] as const)('exchanged after %s', async (when) => {
    const update = await Update.of(paper.revisions[when === 'two signatures' ? 2 : 3]);
    update.put(placesOf(update, 'Firma1').envelope, stream({ Type: name(handwritingKey) }, await anotherHandwriting()));
    expect(await problemsOf(update.write())).toMatchObject({
      intact: false,
      codes: expect.arrayContaining(['change.object', 'handwriting.misplaced']),
    });
  });

  it('exchanged between two signature fields', async () => {
    const update = await Update.of(paper.revisions[2]);
    const [one, two] = [placesOf(update, 'Firma1').envelope, placesOf(update, 'Firma2').envelope];
    const [first, second] = [update.copy(one), update.copy(two)];
    expect(await problemsOf(update.put(one, second).put(two, first).write())).toMatchObject({ intact: false });
  });

  it('referenced by another signature later', async () => {
    const update = await Update.of(paper.revisions[3]);
    const seal = update.copy(update.field('Sigillo')).get('V');
    if (!(seal instanceof PdfRef)) throw new Error('not sealed');
    const planted = update.add(stream({ Type: name(handwritingKey) }, await anotherHandwriting()));
    update.change(seal, (signature) => signature.set(handwritingKey, planted));
    const { intact, codes } = await problemsOf(update.write());
    expect(intact).toBe(false);
    expect(codes).toContain('change.object');
  });

  it('removed', async () => {
    const freed = await Update.of(paper.revisions[3]);
    expect(await problemsOf(freed.free(placesOf(freed, 'Firma1').envelope).write())).toMatchObject({
      intact: false,
      codes: expect.arrayContaining(['change.object']),
    });
    const unnamed = await Update.of(paper.revisions[3]);
    const { signature } = placesOf(unnamed, 'Firma1');
    unnamed.change(signature, (entries) => entries.delete(handwritingKey));
    expect(await problemsOf(unnamed.write())).toMatchObject({ intact: false });
  });

  it('emptied', async () => {
    const update = await Update.of(paper.revisions[3]);
    update.put(placesOf(update, 'Firma2').envelope, dict({}));
    expect(await problemsOf(update.write())).toMatchObject({ intact: false });
  });

  it('changed in one byte', async () => {
    const bytes = paper.revisions[3].slice();
    const [entry] = (await embeddedHandwriting(bytes)).handwriting;
    const at = Buffer.from(bytes).indexOf(entry?.envelope.subarray(-40) ?? '');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(await problemsOf(bytes)).toMatchObject({ intact: false, codes: expect.arrayContaining(['cms.digest']) });
  });

  it('taken from an older signature by one with a valid value', async () => {
    const { bytes, key } = await secondSignature();
    const [older, newer] = await Promise.all([paper.revisions[1], bytes].map(numberOf));
    const borrowed = replaceBytes(bytes, `/${handwritingKey} ${newer}`, `/${handwritingKey} ${older}`);
    // The remaining handwriting belongs to no signature.
    await expectMisplaced(await signAgain(borrowed, { key, token: stamped }), 'later.unneeded');
  });

  it('of an unknown type, under a valid value', async () => {
    const { bytes, key } = await secondSignature();
    const typed = replaceBytes(bytes, `/Type /${handwritingKey}`, `/Subt /${handwritingKey}`);
    await expectMisplaced(await signAgain(typed, { key, token: stamped }));
  });

  it('also shown on a page', async () => {
    const planted = await Update.of(paper.revisions[0]);
    const page = planted.copy(planted.page());
    const next = Math.max(...planted.file.numbersAt(planted.file.last)) + 1;
    // Every object number that the signature may use for its stream.
    const numbers = Array.from({ length: 12 }, (_, n) => PdfRef.of(next + n, 0));
    page.set('Thumbs', dict(Object.fromEntries(numbers.map((ref, n) => [`T${n}`, ref]))));
    const shown = planted.put(planted.page(), page).write();
    const envelope = await handwriting(shown, paper.custodian, 'Firma1');
    const { bytes } = await applySignature(shown, await handRequest(paper.authority, 'Firma1', envelope));
    await expectMisplaced(bytes);
  });
});

const stamped = async (value: Uint8Array) => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(value)));
  return stampWith(paper.authority)(digest);
};

async function secondSignature() {
  const key = await signerKey(paper.authority);
  const envelope = await handwriting(paper.revisions[0], paper.custodian, 'Firma2');
  const request = { ...(await handRequest(paper.authority, 'Firma2', envelope)), key };
  return { ...(await writeSignature(paper.revisions[1], request)), key };
}

async function numberOf(bytes: Uint8Array): Promise<string> {
  const entry = (await embeddedHandwriting(bytes)).handwriting.at(-1);
  return String(entry?.signature.dict.get(handwritingKey)).split(' ')[0] ?? '';
}

/** Nothing else is wrong with the file: digests, values and changes are correct. */
async function expectMisplaced(bytes: Uint8Array, ...more: string[]): Promise<void> {
  expect(await problemsOf(bytes)).toEqual({ intact: false, codes: ['handwriting.misplaced', ...more] });
}
