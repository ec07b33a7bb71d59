/** An update without a key never changes what any reader shows of a signed file without being detected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePdf, samplePlan, signerKey, stampWith } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { testNow } from '#test/clock.ts';
import { makeSignedPaper, type SignedPaper } from '../files/signed-paper.ts';
import { Target } from './raw-update.ts';
import { READER_ATTACKS, type ReaderAttack, TITLE_ATTACKS } from './reader-attacks.ts';

let paper: SignedPaper;
let signed: Readonly<Record<'sealed' | 'certified' | 'plain', Uint8Array>>;

beforeAll(async () => {
  paper = await makeSignedPaper();
  const { bytes } = await prepareForSigning(await samplePdf(), samplePlan);
  const request = { key: await signerKey(paper.authority), stamp: stampWith(paper.authority), signedAt: testNow() };
  const plain = (await applySignature(bytes, { ...request, field: 'Firma1' })).bytes;
  signed = { sealed: paper.revisions[3], certified: paper.revisions[1], plain };
});

async function inspect(bytes: Uint8Array) {
  const verification = await verifyPdf(bytes, { anchors: paper.anchors });
  const verdict = verdictOf(verification);
  return { verdict, certainty: CERTAINTY[verdict], changes: verification.signatures.flatMap((s) => s.changesAfter) };
}

const named = (attacks: readonly ReaderAttack[]) => attacks.map((one) => [one.reader, one.title, one.apply] as const);

describe('a signed file is valid', () => {
  it.each(['sealed', 'certified', 'plain'] as const)('%s, as signed and with an empty update', async (kind) => {
    expect(await inspect(signed[kind])).toMatchObject({ verdict: 'valid', changes: [] });
    const target = await Target.of(signed[kind]);
    expect(await inspect(target.write({}))).toMatchObject({ verdict: 'valid', changes: [] });
    expect(await inspect(target.writeStream({ number: target.next }))).toMatchObject({ verdict: 'valid', changes: [] });
  });
});

it('an update that lists the whole file again is not reported', async () => {
  const target = await Target.of(signed.sealed);
  const { file } = target.update;
  const rows = file.numbersAt(file.last).flatMap((number) => {
    const entry = file.entryAt(file.last, number)?.entry;
    return entry?.type === 'offset' ? [[number, `${String(entry.offset).padStart(10, '0')} 00000 n\r\n`] as const] : [];
  });
  expect(await inspect(target.write({ rows: () => rows }))).toMatchObject({ verdict: 'valid', changes: [] });
});

describe('a reader that', () => {
  it.each(named(READER_ATTACKS))('%s sees %s, and the verifier detects it', async (_reader, _title, apply) => {
    const sealed = await inspect(apply(await Target.of(signed.sealed)));
    expect(sealed.certainty).toBe('altered');
    expect(sealed.changes.filter((code) => code.startsWith('change.'))).not.toEqual([]);
    for (const bytes of [signed.certified, signed.plain]) {
      const { certainty, changes } = await inspect(apply(await Target.of(bytes)));
      expect(certainty, changes.join()).not.toBe('intact');
    }
  });

  it.each(named(TITLE_ATTACKS))(
    '%s sees %s, and the verifier detects it in a closed document',
    async (_reader, _title, apply) => {
      expect((await inspect(apply(await Target.of(signed.sealed)))).certainty).toBe('altered');
    },
  );
});
