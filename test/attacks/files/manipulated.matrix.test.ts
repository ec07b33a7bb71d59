/** Each good level passes, and each kind of bad signature gets its own indication of EN 319 102-1. */

import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, integer, joinBytes, objectIdentifier, readDer, sequence, setOf, tlv } from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { makeKey, type TestKeyOptions } from '#formats/test-keys.suite.ts';
import { writeTimestampToken } from '#formats/tsp.ts';
import { type VerifiedSignature, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import {
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature, type SigningKey } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { dict, name, Update } from './append-update.ts';
import { addDocumentTimestamp, addValidationData, signAgain } from './rewrite-signatures.ts';
import { makeSignedPaper, type SignedPaper } from './signed-paper.ts';

let paper: SignedPaper;
let authority: TestAuthority;
let once: Uint8Array;
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  paper = await makeSignedPaper();
  authority = paper.authority;
  once = paper.revisions[1];
});

const judge = async (bytes: Uint8Array, options: Partial<VerifyOptions> = {}): Promise<VerifiedSignature> => {
  const { signatures } = await verifyPdf(bytes, { anchors: paper.anchors, ...options });
  const last = signatures.at(-1);
  if (!last) throw new Error('no signature');
  return last;
};

const token =
  (source: TestAuthority = authority) =>
  async (value: Uint8Array) =>
    stampWith(source)(await sha256(value));
const sha256 = async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
const keyOf = (options: TestKeyOptions = {}): Promise<SigningKey> => signerKey(authority, 'Ginevra Provetti', options);

describe('a valid signature', () => {
  it('reaches B-T with a timestamp', async () => {
    expect(await judge(once)).toMatchObject({ indication: 'TOTAL-PASSED', subIndication: null, level: 'B-T' });
  });

  it('reaches B-B without one while its certificate is valid', async () => {
    const signature = await judge(await signAgain(once, { key: await keyOf() }));
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-B', signedAt: null });
  });

  it('may be made with RSA of 3072 bits', async () => {
    const signature = await judge(await signAgain(once, { key: await keyOf({ rsaBits: 3072 }), token: token() }));
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-T' });
  });

  it('outlives its short-lived certificate through its timestamp', async () => {
    const key = await keyOf({ notAfter: new Date(testNow().getTime() + day) });
    const bytes = await signAgain(once, { key, token: token() });
    const signature = await judge(bytes, { at: new Date(testNow().getTime() + 3000 * day) });
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-T' });
  });

  it('shows the signer, the purpose and the time', async () => {
    const { signer, claimedAt, signedAt, certificateSerial, kind } = await judge(once);
    expect(signer).toBe('Ginevra Provetti');
    expect(kind).toBe('signature');
    expect(certificateSerial).toMatch(/^5a[0-9a-f]{30}$/);
    expect(Math.abs(Date.parse(signedAt ?? '') - Date.parse(claimedAt ?? ''))).toBeLessThan(60_000);
  });

  it('of the provider is classified as a seal', async () => {
    expect(await judge(paper.revisions[3])).toMatchObject({ kind: 'seal', indication: 'TOTAL-PASSED' });
  });
});

describe('validation data and document timestamps after the closing seal', () => {
  it('leave every signature passed and the file intact', async () => {
    const stored = await addValidationData(paper.revisions[3], [authority.issuing.certificate]);
    const stamped = await addDocumentTimestamp(stored, stampWith(authority));
    const renewed = await addValidationData(stamped, [authority.timestamping.certificate]);
    const twice = await addDocumentTimestamp(renewed, stampWith(authority), 'MarcaTemporale2');
    for (const bytes of [stored, stamped, renewed, twice]) {
      const verification = await verifyPdf(bytes, { anchors: paper.anchors });
      expect(verification.signatures.flatMap(({ problems, changesAfter }) => [...problems, ...changesAfter])).toEqual(
        [],
      );
      expect(verification.intact).toBe(true);
    }
    expect(await judge(twice)).toMatchObject({ kind: 'timestamp', indication: 'TOTAL-PASSED', level: null });
  });

  it('keep timestamps valid after their authority expired', async () => {
    const timestamping = await makeKey('timestamping', {
      issuer: authority.root,
      notAfter: new Date(testNow().getTime() + 2 * day),
    });
    const short = { ...authority, timestamping };
    const bytes = await signAgain(once, { key: await keyOf(), token: token(short) });
    const at = new Date(testNow().getTime() + 30 * day);
    expect(await judge(bytes, { at })).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_POE' });
    const stamped = await addDocumentTimestamp(bytes, stampWith(authority));
    const verification = await verifyPdf(stamped, { anchors: paper.anchors, at });
    expect(verification.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED']);
  });

  it('may not lose earlier content', async () => {
    const stored = await addValidationData(paper.revisions[3], [authority.issuing.certificate]);
    const update = await Update.of(stored);
    const catalog = update.copy(update.root);
    catalog.set('DSS', dict({ Type: name('DSS') }));
    const verification = await verifyPdf(update.put(update.root, catalog).write(), { anchors: paper.anchors });
    expect(verification.intact).toBe(false);
    expect(verification.signatures[0]?.changesAfter).toContain('change.validationData');
  });

  it('over other data are refused', async () => {
    const stamped = await addDocumentTimestamp(paper.revisions[3], () => stampWith(authority)(randomBytes(32)));
    expect(await judge(stamped)).toMatchObject({ subIndication: 'HASH_FAILURE', digestOk: false });
  });
});

describe('a signature after the closing seal', () => {
  it('is refused when signing and detected by the verifier', async () => {
    const { bytes: prepared } = await prepareForSigning(await samplePdf(1), samplePlan);
    const sign = async (bytes: Uint8Array, field: string, lock: boolean) =>
      (
        await applySignature(bytes, {
          field,
          key: await keyOf(),
          stamp: stampWith(authority),
          signedAt: testNow(),
          lock,
        })
      ).bytes;
    const closed = await sign(prepared, 'Sigillo', true);
    await expect(sign(closed, 'Firma1', false)).rejects.toThrow();
    // What another tool could do: the same revision, ignoring the lock.
    const open = await sign(prepared, 'Firma1', false);
    const update = await Update.of(closed);
    const field = update.copy(update.field('Firma1'));
    const source = await Update.of(open);
    const signature = source.copy(source.field('Firma1')).get('V');
    if (signature?.type !== 'ref') throw new Error('not signed');
    field.set('V', update.add(source.copy(signature)));
    const verification = await verifyPdf(update.put(update.field('Firma1'), field).write(), { anchors: paper.anchors });
    expect(verification.signatures[0]?.changesAfter).toContain('change.afterLock');
    expect(verification.intact).toBe(false);
  });
});

describe('time and trust', () => {
  it('without the anchor there is no chain, but the file is intact', async () => {
    const verification = await verifyPdf(once, { anchors: [] });
    expect(verification).toMatchObject({ intact: true, signatures: [{ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' }] });
  });

  it('with a foreign anchor there is no chain', async () => {
    const anchors = [(await testAuthority()).root.certificate];
    expect(await judge(once, { anchors })).toMatchObject({ indication: 'INDETERMINATE' });
  });

  it('without the issuer certificate there is no chain', async () => {
    const key = { ...(await keyOf()), chain: [] };
    expect(await judge(await signAgain(once, { key, token: token() }))).toMatchObject({
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    });
  });

  it('an expired certificate fails when the timestamp proves it', async () => {
    const key = await keyOf({ notAfter: new Date('2026-02-01T00:00:00Z') });
    expect(await judge(await signAgain(once, { key, token: token() }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'EXPIRED',
    });
  });

  it('an expired certificate is indeterminate without a timestamp', async () => {
    const key = await keyOf({ notAfter: new Date('2026-02-01T00:00:00Z') });
    expect(await judge(await signAgain(once, { key }))).toMatchObject({ subIndication: 'OUT_OF_BOUNDS_NO_POE' });
  });

  it('a certificate that is not yet valid fails', async () => {
    const key = await keyOf({ notBefore: new Date(testNow().getTime() + day) });
    expect(await judge(await signAgain(once, { key, token: token() }))).toMatchObject({
      subIndication: 'NOT_YET_VALID',
    });
  });

  it('a certificate issued by a non-authority is not accepted', async () => {
    const issuer = await makeKey('signer', { issuer: authority.issuing, subject: [{ type: 'CN', value: 'Nessuno' }] });
    const own = await makeKey('signer', { issuer });
    const chain = [issuer.certificate, authority.issuing.certificate];
    expect(await judge(await signAgain(once, { key: { ...own, chain }, token: token() }))).toMatchObject({
      subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
    });
  });

  it('a timestamp certificate cannot sign documents', async () => {
    const key = { ...authority.timestamping, chain: [] };
    expect(await judge(await signAgain(once, { key, token: token() }))).toMatchObject({
      subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
    });
  });

  it('RSA of 2048 bits is too weak', async () => {
    const key = await keyOf({ rsaBits: 2048 });
    expect(await judge(await signAgain(once, { key, token: token() }))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
      valueOk: true,
    });
  });
});

describe('timestamps', () => {
  it('over other data prove nothing', async () => {
    const bytes = await signAgain(once, { key: await keyOf(), token: () => stampWith(authority)(randomBytes(32)) });
    expect(await judge(bytes)).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_POE',
      signedAt: null,
      level: 'B-B',
    });
  });

  it('of an unknown authority prove nothing', async () => {
    const bytes = await signAgain(once, { key: await keyOf(), token: token(await testAuthority()) });
    const signature = await judge(bytes);
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', level: 'B-B' });
    expect(signature.problems).toContain('timestamp.untrusted');
  });

  it("by a signer's certificate prove nothing", async () => {
    const { certificate, algorithm, sign } = await keyOf();
    const forged = async (value: Uint8Array) =>
      writeTimestampToken({
        digest: await sha256(value),
        nonce: null,
        policy: '2.25.1',
        serial: Uint8Array.of(1),
        genTime: testNow(),
        accuracyMs: 1000,
        certificate,
        chain: [authority.issuing.certificate],
        algorithm,
        sign,
      });
    const signature = await judge(await signAgain(once, { key: await keyOf(), token: forged }));
    expect(signature.problems).toContain('timestamp.untrusted');
  });
});

describe('signed attributes', () => {
  it('must contain the signing certificate', async () => {
    const bytes = await signAgain(once, { key: await keyOf(), boundTo: (await keyOf()).certificate, token: token() });
    expect(await judge(bytes)).toMatchObject({ subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', level: null });
  });

  const without = (type: string) => (written: Uint8Array) =>
    setOf(
      childrenOf(readDer(written))
        .filter((attribute) => !includes(attribute.raw, objectIdentifier(type)))
        .map(({ raw }) => raw),
    );

  it('are insufficient without the signing certificate', async () => {
    const bytes = await signAgain(once, {
      key: await keyOf(),
      attributes: without(oid.signingCertificateV2),
      token: token(),
    });
    expect(await judge(bytes)).toMatchObject({ subIndication: 'SIG_CONSTRAINTS_FAILURE', level: null });
  });

  it('fail without the digest of the content', async () => {
    const bytes = await signAgain(once, { key: await keyOf(), attributes: without(oid.messageDigest), token: token() });
    expect(await judge(bytes)).toMatchObject({ subIndication: 'HASH_FAILURE', digestOk: false });
  });

  it('are insufficient with another content type', async () => {
    const attributes = (written: Uint8Array) => {
      const type = sequence(objectIdentifier(oid.contentType), tlv(0x31, objectIdentifier(oid.tstInfo)));
      const others = without(oid.contentType)(written);
      return setOf([...childrenOf(readDer(others)).map(({ raw }) => raw), type]);
    };
    const bytes = await signAgain(once, { key: await keyOf(), attributes, token: token() });
    expect(await judge(bytes)).toMatchObject({ subIndication: 'SIG_CONSTRAINTS_FAILURE' });
  });

  it('with a claimed time reach no PAdES level', async () => {
    const attributes = (written: Uint8Array) => {
      const time = tlv(0x17, Buffer.from('261120100000Z'));
      const claimed = sequence(objectIdentifier(oid.signingTime), tlv(0x31, time));
      return setOf([...childrenOf(readDer(written)).map(({ raw }) => raw), claimed]);
    };
    const signature = await judge(await signAgain(once, { key: await keyOf(), attributes, token: token() }));
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', level: null, problems: ['cms.signingTime'] });
  });

  it('are accepted only as DER', async () => {
    const junk = joinBytes([integer(1), integer(2)]);
    const bytes = await signAgain(once, { key: await keyOf(), attributes: () => tlv(0x31, junk), token: token() });
    expect(await judge(bytes)).toMatchObject({ subIndication: 'FORMAT_FAILURE', problems: ['cms.unreadable'] });
  });
});

const includes = (bytes: Uint8Array, part: Uint8Array): boolean => Buffer.from(bytes).includes(Buffer.from(part));
