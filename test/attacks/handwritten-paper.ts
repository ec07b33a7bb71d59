/** A paper signed by hand: sealed handwriting under each of two points, then the closing seal. */
import { createHash } from 'node:crypto';
import { drawingOf } from '#formats/ink/drawing.ts';
import { sealInk } from '#formats/ink/envelope.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { type SampleOptions, sampleCapture } from '#formats/ink/samples.suite.ts';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { prepareForSigning } from '#pdf/prepare.ts';
import {
  sampleLines,
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/samples.suite.ts';
import { applySignature, type SignatureRequest } from '#pdf/sign.ts';
import { sealKey } from './signed-paper.ts';

export interface HandwrittenPaper {
  /** Prepared, then signed by hand once, then twice, then sealed. */
  readonly revisions: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  readonly custodian: TestKey;
  readonly authority: TestAuthority;
  readonly anchors: readonly Uint8Array[];
}

export const session = '4711';

/** @param prepared the file as it is shown. */
export function handwriting(
  prepared: Uint8Array,
  custodian: TestKey,
  field: string,
  options: SampleOptions & { session?: string } = {},
): Promise<Uint8Array> {
  const shownSha256 = new Uint8Array(createHash('sha256').update(prepared).digest());
  const bound = { ink: inkOf(sampleCapture(options)), shownSha256, session: options.session ?? session, field };
  return sealInk(bound, custodian.certificate);
}

/** The request of a point signed by hand. */
export async function handRequest(
  authority: TestAuthority,
  field: string,
  envelope: Uint8Array | undefined,
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
      drawing: drawingOf(sampleCapture()),
    },
  };
}

export async function makeHandwrittenPaper(): Promise<HandwrittenPaper> {
  const authority = await testAuthority();
  const custodian = await makeKey('custodian', { rsaBits: 3072 });
  const { bytes: prepared } = await prepareForSigning(await samplePdf(), samplePlan);
  const sign = async (bytes: Uint8Array, field: string, certify: boolean) => {
    // No hand moves twice alike.
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
