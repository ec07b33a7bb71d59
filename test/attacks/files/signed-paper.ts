/** Builds a document signed by the product's own layer, revision by revision, as the target of the attacks. */

import { makeKey } from '#formats/test-keys.suite.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import {
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { type Appearance, applySignature, type SigningKey } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';

export interface SignedPaper {
  /** Revisions: prepared, signed once, signed twice, sealed. */
  revisions: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  authority: TestAuthority;
  anchors: Uint8Array[];
}

export const box = (...lines: string[]): Appearance => ({ kind: 'signature', lines });

export async function sealKey(authority: TestAuthority): Promise<SigningKey> {
  const key = await makeKey('seal', {
    issuer: authority.issuing,
    subject: [
      { type: 'C', value: 'IT' },
      { type: 'O', value: 'Fornitore di prova' },
      { type: 'CN', value: 'Sigillo di prova' },
    ],
  });
  return { ...key, chain: [authority.issuing.certificate, authority.root.certificate] };
}

/** Two signature fields of one signer, the first a certifying signature, and the closing seal. */
export async function makeSignedPaper(): Promise<SignedPaper> {
  const authority = await testAuthority();
  const stamp = stampWith(authority);
  const { bytes: prepared } = await prepareForSigning(await samplePdf(), samplePlan);
  const signedAt = testNow();
  const sign = async (bytes: Uint8Array, field: string, options: { certify?: boolean; lock?: boolean }) => {
    const key = options.lock ? await sealKey(authority) : await signerKey(authority);
    const request = { field, key, stamp, signedAt, appearance: box('Ginevra Provetti', 'Cliente'), ...options };
    return (await applySignature(bytes, request)).bytes;
  };
  const first = await sign(prepared, 'Firma1', { certify: true });
  const second = await sign(first, 'Firma2', {});
  const sealed = await sign(second, 'Sigillo', { lock: true });
  return { revisions: [prepared, first, second, sealed], authority, anchors: [authority.root.certificate] };
}
