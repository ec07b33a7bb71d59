/** Detects any byte changed inside a signed file or appended to it, rollback, and signatures of strangers. */

import { PdfArray } from '@libpdf/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { signerKey, stampWith, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { dict, list, name, number, startxrefOf, text, Update } from './append-update.ts';
import { newestSignature } from './rewrite-signatures.ts';
import { box, makeSignedPaper, type SignedPaper } from './signed-paper.ts';

let paper: SignedPaper;
let sealed: Uint8Array;
beforeAll(async () => {
  paper = await makeSignedPaper();
  sealed = paper.revisions[3];
});

const verify = (bytes: Uint8Array): Promise<Verification> => verifyPdf(bytes, { anchors: paper.anchors });
const passes = ({ intact, signatures }: Verification): boolean =>
  intact && signatures.every(({ indication }) => indication === 'TOTAL-PASSED');
const at = (bytes: Uint8Array, position: number, byte: number): Uint8Array => {
  const copy = bytes.slice();
  copy[position] = byte;
  return copy;
};

describe('changed content', () => {
  it('fails the digest of every signature but not their values', async () => {
    const position = Buffer.from(sealed).indexOf('stream\n') + 20;
    const verification = await verify(at(sealed, position, (sealed[position] ?? 0) ^ 1));
    expect(verification.intact).toBe(false);
    for (const signature of verification.signatures) {
      expect(signature).toMatchObject({ subIndication: 'HASH_FAILURE', digestOk: false, valueOk: true });
    }
  });

  it('fails only the signatures that cover it', async () => {
    const { start } = await newestSignature(sealed);
    const written = Buffer.from(sealed).lastIndexOf('/M (D:2026', start);
    const verification = await verify(at(sealed, written + 12, 0x31));
    expect(verification.signatures.map(({ subIndication }) => subIndication)).toEqual([null, null, 'HASH_FAILURE']);
    expect(verification.intact).toBe(false);
  });
});

describe('bytes after the end', () => {
  it('are detected whatever they are', async () => {
    const tails = fc.uint8Array({ minLength: 1, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(tails, async (tail) => !(await verify(new Uint8Array(Buffer.concat([sealed, tail])))).intact),
      { numRuns: 60 },
    );
  });
});

describe('a truncated file', () => {
  it('never passes with all its signatures', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: sealed.length - 1 }), async (length) => {
        const verification = await verifyPdf(sealed.slice(0, length), {
          anchors: paper.anchors,
          expected: { signatures: 3 },
        });
        return !verification.intact;
      }),
      { numRuns: 60 },
    );
  });

  it('is a format failure, even when an earlier revision is complete', async () => {
    const verification = await verify(sealed.slice(0, sealed.length - 200));
    expect(verification.intact).toBe(false);
    expect(verification.signatures).toHaveLength(3);
    expect(verification.signatures.at(-1)).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
    });
  });
});

describe('a file truncated in its only revision', () => {
  it('is a format failure', async () => {
    const verification = await verify(paper.revisions[1].slice(Buffer.from(paper.revisions[1]).indexOf('%%EOF') + 20));
    expect(verification.problems[0]).toContain('file.notPdf');
    expect(verification.signatures).toMatchObject([{ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }]);
  });
});

describe('a rollback to an earlier revision', () => {
  it('is detected by the stored number of signatures', async () => {
    const options = { anchors: paper.anchors, expected: { signatures: 3 } };
    const verification = await verifyPdf(paper.revisions[2], options);
    expect(verification).toMatchObject({ intact: false, problems: ['file.rolledBack'] });
  });

  it('is detected by the stored hash', async () => {
    const { sha256 } = await verify(sealed);
    const expected = { sha256, signatures: 2 };
    expect((await verifyPdf(sealed, { anchors: paper.anchors, expected })).problems).toEqual([]);
    const verification = await verifyPdf(paper.revisions[2], { anchors: paper.anchors, expected });
    expect(verification).toMatchObject({ intact: false, problems: ['file.differs'] });
  });

  it('to before the first signature leaves nothing that passes', async () => {
    const verification = await verify(paper.revisions[0]);
    expect(verification).toMatchObject({ intact: false, signatures: [], problems: ['file.notSigned'] });
  });
});

describe('a foreign signature added after the first', () => {
  const addField = async (rect: number[]): Promise<Uint8Array> => {
    const update = await Update.of(paper.revisions[1]);
    const form = update.form();
    const page = update.copy(update.page());
    const field = update.add(
      dict({
        Type: name('Annot'),
        Subtype: name('Widget'),
        FT: name('Sig'),
        T: text('Estraneo'),
        Rect: list(...rect.map(number)),
        P: update.page(),
      }),
    );
    form.set('Fields', PdfArray.of(...(form.getArray('Fields', update.resolve) ?? []), field));
    page.set('Annots', PdfArray.of(...(page.getArray('Annots', update.resolve) ?? []), field));
    return update.put(update.page(), page).putForm(form).write();
  };

  it('is a change of the certified document when it is visible', async () => {
    const key = await signerKey(await testAuthority());
    const prepared = await addField([50, 50, 500, 700]);
    const request = {
      field: 'Estraneo',
      key,
      stamp: stampWith(paper.authority),
      signedAt: testNow(),
      appearance: box('X'),
    };
    const verification = await verify((await applySignature(prepared, request)).bytes);
    expect(verification.intact).toBe(false);
    expect(verification.signatures[0]?.changesAfter.join()).toContain('change.annotation');
  });

  it('is a change when its field waits unsigned', async () => {
    expect((await verify(await addField([0, 0, 0, 0]))).intact).toBe(false);
  });
});

describe('any single byte', () => {
  it('flipped anywhere makes the file fail', async () => {
    const flips = fc.record({
      position: fc.integer({ min: 0, max: sealed.length - 1 }),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(
        flips,
        async ({ position, bit }) => !passes(await verify(at(sealed, position, (sealed[position] ?? 0) ^ (1 << bit)))),
      ),
      { numRuns: 150 },
    );
  });

  it('flipped in the value of the newest signature, padding included, makes the file fail', async () => {
    const { start, end } = await newestSignature(sealed);
    const flips = fc.record({
      position: fc.oneof(fc.integer({ min: start, max: end - 1 }), fc.integer({ min: start, max: start + 9000 })),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(
        flips,
        async ({ position, bit }) => !passes(await verify(at(sealed, position, (sealed[position] ?? 0) ^ (1 << bit)))),
      ),
      { numRuns: 200 },
    );
  });

  it('flipped in the last cross-reference makes the file fail', async () => {
    const from = startxrefOf(sealed);
    for (let position = from; position < sealed.length; position += 7) {
      expect(passes(await verify(at(sealed, position, (sealed[position] ?? 0) ^ 4)))).toBe(false);
    }
  });
});
