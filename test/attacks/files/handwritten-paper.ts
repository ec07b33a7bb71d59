/** Builds a document signed by hand: sealed handwriting in each of two signature fields, then the closing seal. */
import { createHash } from 'node:crypto';
import { sealEnvelope } from '#formats/cms-envelope.ts';
import { sha256Algorithm } from '#formats/cms-write.ts';
import { integer, octetString, sequence, utf8String } from '#formats/der.ts';
import { drawingDigest, drawingOf, type InkDrawing } from '#formats/ink/drawing.ts';
import { sealInk } from '#formats/ink/envelope.ts';
import { captureOf, inkFormat, inkOf } from '#formats/ink/iso-capture.ts';
import { type SampleOptions, sampleCapture } from '#formats/ink/samples.suite.ts';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import {
  sampleLines,
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature, type SignatureRequest } from '#pdf/signing/sign.ts';
import { sealKey } from './signed-paper.ts';

export interface HandwrittenPaper {
  /** Revisions: prepared, signed by hand once, signed twice, sealed. */
  readonly revisions: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  readonly custodian: TestKey;
  readonly authority: TestAuthority;
  readonly anchors: readonly Uint8Array[];
}

export const session = '4711';

/** The drawing of a sample's handwriting as shown in a document. */
export const sampleDrawing = (options: SampleOptions = {}): InkDrawing =>
  drawingOf(captureOf(inkOf(sampleCapture(options))));

/** @param prepared the file as it is shown. @param options `drawn` is the record whose drawing is bound, else that of the strokes. */
export async function handwriting(
  prepared: Uint8Array,
  custodian: TestKey,
  field: string,
  options: SampleOptions & { session?: string; drawn?: Uint8Array } = {},
): Promise<Uint8Array> {
  const shownSha256 = new Uint8Array(createHash('sha256').update(prepared).digest());
  const ink = inkOf(sampleCapture(options));
  const drawingSha256 = await drawingDigest(drawingOf(captureOf(options.drawn ?? ink)));
  const bound = { ink, shownSha256, session: options.session ?? session, field, drawingSha256 };
  return sealInk(bound, custodian.certificate);
}

/** As sealed by versions before the drawing was bound to the handwriting. */
export function handwritingOfVersion1(
  prepared: Uint8Array,
  custodian: TestKey,
  field: string,
  options: SampleOptions = {},
): Promise<Uint8Array> {
  const plaintext = sequence(
    integer(1),
    utf8String(inkFormat),
    octetString(inkOf(sampleCapture(options))),
    sequence(sha256Algorithm(), octetString(createHash('sha256').update(prepared).digest())),
    utf8String(session),
    utf8String(field),
    octetString(new Uint8Array(16)),
  );
  return sealEnvelope(plaintext, [custodian.certificate]);
}

/** The signing request of a field signed by hand. */
export async function handRequest(
  authority: TestAuthority,
  field: string,
  envelope: Uint8Array | undefined,
  drawing = sampleDrawing(),
): Promise<SignatureRequest> {
  const subject = [
    { type: 'CN', value: 'Ginevra Provetti' },
    { type: 'serialNumber', value: `FASCICOLO-${session}-${field}` },
  ] as const;
  return {
    field,
    key: await signerKey(authority, 'Ginevra Provetti', { subject }),
    stamp: stampWith(authority),
    signedAt: new Date('2026-11-20T09:43:12Z'),
    handwriting: envelope,
    appearance: {
      kind: 'signature',
      lines: sampleLines('Ginevra Provetti').with(3, 'Firma autografa su tavoletta'),
      drawing,
    },
  };
}

export async function makeHandwrittenPaper(): Promise<HandwrittenPaper> {
  const authority = await testAuthority();
  const custodian = await makeKey('custodian', { rsaBits: 3072 });
  const { bytes: prepared } = await prepareForSigning(await samplePdf(), samplePlan);
  const sign = async (bytes: Uint8Array, field: string, certify: boolean) => {
    // No two handwritten signatures are identical.
    const envelope = await handwriting(prepared, custodian, field, { every: field === 'Firma1' ? 4 : 5 });
    const request = await handRequest(authority, field, envelope);
    return (await applySignature(bytes, { ...request, certify })).bytes;
  };
  const first = await sign(prepared, 'Firma1', true);
  const second = await sign(first, 'Firma2', false);
  const { bytes: sealed } = await applySignature(second, {
    field: 'Sigillo',
    key: await sealKey(authority),
    stamp: stampWith(authority),
    signedAt: new Date('2026-11-20T09:44:00Z'),
    lock: true,
    appearance: { kind: 'seal', lines: ['Fornitore di prova'] },
  });
  return {
    revisions: [prepared, first, second, sealed],
    custodian,
    authority,
    anchors: [authority.root.certificate],
  };
}
