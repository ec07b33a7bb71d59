/** Files of other products: what the verifier does not support is undetermined, never altered, and real alterations are still detected. */
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { issuerAndSerialOf, writeSignedAttributes } from '#formats/cms-write.ts';
import {
  context,
  integer,
  joinBytes,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { issueCertificate } from '#formats/x509-issue.ts';
import { onePage, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';
import { stampWith, type TestAuthority, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { testNow } from '#test/clock.ts';
import { dict, list, name, number, replaceBytes, stream, text, Update } from './append-update.ts';
import { newestSignature, withSignatureValue } from './rewrite-signatures.ts';

let authority: TestAuthority;
let seal: TestKey;
let plain: Uint8Array;
beforeAll(async () => {
  authority = await testAuthority();
  seal = await makeKey('seal', { issuer: authority.issuing });
  plain = await signed();
});

/** A form with one form field, whose appearance is object 7, and a signature field. */
const form = (more: Record<number, string> = {}): Uint8Array =>
  pdfOf({
    ...onePage,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R 6 0 R] /SigFlags 3>>>>',
    3: String(onePage[3]).replace('/Contents', '/Annots [5 0 R 6 0 R] /Contents'),
    5: '<</Type /Annot /Subtype /Widget /FT /Tx /T (Prezzo) /V () /F 4 /Rect [40 90 260 120] /P 3 0 R /AP <</N 7 0 R>>>>',
    6: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /F 132 /Rect [0 0 0 0] /P 3 0 R>>',
    7: streamOf('/Type /XObject /Subtype /Form /BBox [0 0 220 30]', '').toString('latin1'),
    ...more,
  });

async function signed(more: Record<number, string> = {}, closing: object = {}): Promise<Uint8Array> {
  const key = { ...seal, chain: [authority.issuing.certificate, authority.root.certificate] };
  const request = { field: 'Firma', key, stamp: stampWith(authority), signedAt: testNow() };
  return (await applySignature(form(more), { ...request, ...closing })).bytes;
}

async function inspect(bytes: Uint8Array) {
  const verification = await verifyPdf(bytes, { anchors: [] });
  const codes = [
    ...verification.problems,
    ...verification.signatures.flatMap((s) => [...s.problems, ...s.changesAfter]),
  ];
  const verdict = verdictOf(verification);
  const [first] = verification.signatures;
  return { verdict, certainty: CERTAINTY[verdict], intact: verification.intact, codes, first };
}

/** What a form-filling program writes. */
async function fillIn(bytes: Uint8Array, value = 'Euro 100'): Promise<Uint8Array> {
  const update = await Update.of(bytes);
  const field = update.field('Prezzo');
  update.change(field, (copy) => void copy.set('V', text(value)));
  const look = { Type: name('XObject'), Subtype: name('Form'), BBox: list(...[0, 0, 220, 30].map(number)) };
  const drawn = update.copy(field).getDict('AP', update.resolve)?.getRef('N');
  if (!drawn) throw new Error('no look');
  return update.put(drawn, stream(look, `/Tx BMC BT /F1 9 Tf (${value}) Tj ET EMC`)).write();
}

/** The signed part of a file with one byte of its page changed. */
const flipped = (bytes: Uint8Array): Uint8Array => replaceBytes(bytes, '(Contratto)', '(Contralto)', 'first');

describe('a form filled in after a signature', () => {
  it('is reported as filled in where the signer does not forbid it', async () => {
    expect(await inspect(plain)).toMatchObject({ verdict: 'foreign', certainty: 'intact' });
    const filled = await inspect(await fillIn(plain));
    expect(filled).toMatchObject({ verdict: 'extended', certainty: 'undetermined', intact: false });
    expect(filled.first?.changesAfter).toEqual(['later.filledIn']);
  });

  it('is altered where the document is closed or the field is locked', async () => {
    const closed = await signed({}, { lock: true });
    expect(await inspect(await fillIn(closed))).toMatchObject({ verdict: 'altered' });
    for (const lock of [
      '/Action /All',
      '/Action /Include /Fields [(Prezzo)]',
      '/Action /Exclude /Fields [(Altro)]',
      '/Action /Unheard',
    ]) {
      const place = `<</Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /F 132 /Rect [0 0 0 0] /P 3 0 R /Lock <</Type /SigFieldLock ${lock}>>>>`;
      expect(await inspect(await fillIn(await signed({ 6: place }))), lock).toMatchObject({ verdict: 'altered' });
    }
    const other =
      '<</Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /F 132 /Rect [0 0 0 0] /P 3 0 R /Lock <</Action /Include /Fields [(Altro)]>>>>';
    expect(await inspect(await fillIn(await signed({ 6: other })))).toMatchObject({ verdict: 'extended' });
  });

  it('is altered when the appearance of the field is also part of the page', async () => {
    const page = String(onePage[3])
      .replace('/Contents', '/Annots [5 0 R 6 0 R] /Contents')
      .replace('/Font', '/XObject <</F0 7 0 R>> /Font');
    expect(await inspect(await fillIn(await signed({ 3: page })))).toMatchObject({ verdict: 'altered' });
  });

  it.each<[string, (update: Update) => void]>([
    [
      'its box',
      (update) =>
        update.change(update.field('Prezzo'), (copy) => void copy.set('Rect', list(...[0, 0, 300, 300].map(number)))),
    ],
    ['its action', (update) => update.change(update.field('Prezzo'), (copy) => void copy.set('AA', dict({})))],
    ['its name', (update) => update.change(update.field('Prezzo'), (copy) => void copy.set('T', text('Altro')))],
    [
      'its value, of a wrong type',
      (update) => update.change(update.field('Prezzo'), (copy) => void copy.set('V', dict({}))),
    ],
    [
      'its appearance, with layers',
      (update) =>
        update.change(
          update.field('Prezzo'),
          (copy) => void copy.set('AP', dict({ N: update.add(stream({ Subtype: name('Form'), OC: dict({}) }, '')) })),
        ),
    ],
    ['its page', (update) => update.change(update.page(), (copy) => void copy.set('Rotate', number(90)))],
    [
      'a note over the page',
      (update) =>
        update.change(
          update.page(),
          (copy) =>
            void copy.set(
              'Annots',
              list(
                ...(copy.getArray('Annots') ?? []),
                update.add(
                  dict({ Type: name('Annot'), Subtype: name('Square'), Rect: list(...[0, 0, 300, 300].map(number)) }),
                ),
              ),
            ),
        ),
    ],
  ])('with %s changed is altered', async (_, change) => {
    const update = await Update.of(plain);
    change(update);
    expect(await inspect(update.write())).toMatchObject({ verdict: 'altered', intact: false });
  });
});

describe('after the end of a file', () => {
  it.each(['\n', '\r\n', '\n\n', '\0\0\0\0'])('%j is reported and not an alteration', async (tail) => {
    const result = await inspect(Buffer.concat([plain, Buffer.from(tail)]));
    expect(result).toMatchObject({ verdict: 'extended', intact: false });
    expect(result.codes).toContain('file.endOfLine');
  });

  it('other bytes are an alteration, and all bytes are where the document is closed', async () => {
    for (const tail of ['x', '\n%', '\n1 0 obj'])
      expect((await inspect(Buffer.concat([plain, Buffer.from(tail)]))).certainty).toBe('altered');
    const closed = await signed({}, { lock: true });
    expect(await inspect(Buffer.concat([closed, Buffer.from('\n')]))).toMatchObject({ verdict: 'altered' });
  });

  it('no bytes: a truncated file is never intact', async () => {
    for (const length of [100, 2_000, plain.length - 1_000, plain.length - 1])
      expect((await inspect(plain.subarray(0, length))).intact).toBe(false);
  });
});

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}
const SHA1 = [objectIdentifier(oid.sha1), nullValue()];
const MD5 = [objectIdentifier('1.2.840.113549.2.5'), nullValue()];
const SHA256 = [objectIdentifier(oid.sha256)];
const SHA3 = [objectIdentifier('2.16.840.1.101.3.4.2.8')];

interface Way {
  pair: () => Pair;
  digest?: readonly Uint8Array[];
  hash?: string;
  algorithm: readonly Uint8Array[];
  sign: (key: KeyObject, data: Uint8Array) => Uint8Array;
  attributes?: boolean;
}

/** The form signed with any kind of key in any way, in its own signature field. */
async function signedBy({ pair, digest = SHA256, hash = 'sha256', algorithm, sign: make, attributes = true }: Way) {
  const { privateKey, publicKey } = pair() as unknown as { privateKey: KeyObject; publicKey: KeyObject };
  const certificate = await issueCertificate({
    profile: 'seal',
    subject: [
      { type: 'C', value: 'IT' },
      { type: 'CN', value: 'Altro prodotto' },
    ],
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    issuer: authority.issuing.certificate,
    issuerPublicKey: authority.issuing.publicKey,
    serial: Uint8Array.of(0x51, 2, 3, 4),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
    algorithm: authority.issuing.algorithm,
    sign: (tbs) => authority.issuing.sign(tbs),
  });
  const { start, end } = await newestSignature(plain);
  const content = joinBytes([plain.slice(0, start), plain.slice(end)]);
  const signedAttributes = writeSignedAttributes({
    contentDigest: createHash(hash).update(content).digest(),
    certificateDigest: createHash('sha256').update(certificate).digest(),
    certificate,
  });
  const { issuer, serial } = issuerAndSerialOf(certificate);
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serial),
    sequence(...digest),
    ...(attributes ? [joinBytes([Uint8Array.of(0xa0), signedAttributes.subarray(1)])] : []),
    sequence(...algorithm),
    octetString(make(privateKey, attributes ? signedAttributes : content)),
  );
  const certificates = setOf([certificate]);
  const data = sequence(
    integer(1),
    setOf([sequence(...digest)]),
    sequence(objectIdentifier(oid.data)),
    joinBytes([Uint8Array.of(0xa0), certificates.subarray(1)]),
    setOf([signerInfo]),
  );
  return withSignatureValue(plain, sequence(objectIdentifier(oid.signedData), context(0, true, data)));
}

const ec = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve });
const rsaPair = (modulusLength: number) => () => generateKeyPairSync('rsa', { modulusLength });
const by = (hash: string) => (key: KeyObject, data: Uint8Array) => new Uint8Array(sign(hash, data, key));
const signP1363 = (key: KeyObject, data: Uint8Array) =>
  new Uint8Array(sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }));
const signPss = (key: KeyObject, data: Uint8Array) =>
  new Uint8Array(sign('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }));
const PSS_ALGORITHM = [
  objectIdentifier(oid.rsaPss),
  sequence(
    context(0, true, sequence(...SHA256)),
    context(1, true, sequence(objectIdentifier(oid.mgf1), sequence(...SHA256))),
    context(2, true, integer(32)),
  ),
];
const ecdsa = [objectIdentifier(oid.ecdsaWithSha256)];
const rsaSha256 = [objectIdentifier(oid.sha256WithRsa), nullValue()];

/** Held: supported and verified. Disproving: weak, but a contradiction is detected. Silent: not verified here, no statement. */
const SIGNATURE_WAYS: readonly (readonly [string, 'held' | 'disproving' | 'silent', string, Way])[] = [
  ['ECDSA on P-384', 'held', 'NO_CERTIFICATE_CHAIN_FOUND', { pair: ec('P-384'), algorithm: ecdsa, sign: by('sha256') }],
  [
    'ECDSA with SHA-512 on P-521',
    'held',
    'NO_CERTIFICATE_CHAIN_FOUND',
    { pair: ec('P-521'), algorithm: [objectIdentifier(oid.ecdsaWithSha512)], sign: by('sha512') },
  ],
  [
    'plain ECDSA under its own name',
    'held',
    'NO_CERTIFICATE_CHAIN_FOUND',
    { pair: ec('P-256'), algorithm: [objectIdentifier(oid.ecdsaPlainSha256)], sign: signP1363 },
  ],
  [
    'plain ECDSA under the other name',
    'held',
    'NO_CERTIFICATE_CHAIN_FOUND',
    { pair: ec('P-256'), algorithm: ecdsa, sign: signP1363 },
  ],
  ['RSA-PSS', 'held', 'NO_CERTIFICATE_CHAIN_FOUND', { pair: rsaPair(3072), algorithm: PSS_ALGORITHM, sign: signPss }],
  [
    'RSA-PSS by a key for nothing else',
    'held',
    'NO_CERTIFICATE_CHAIN_FOUND',
    {
      pair: () => generateKeyPairSync('rsa-pss', { modulusLength: 3072 }),
      algorithm: PSS_ALGORITHM,
      sign: signPss,
    },
  ],
  [
    'Ed25519',
    'held',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: () => generateKeyPairSync('ed25519'),
      algorithm: [objectIdentifier(oid.ed25519)],
      digest: [objectIdentifier(oid.sha512)],
      hash: 'sha512',
      sign: (key, data) => new Uint8Array(sign(null, data, key)),
    },
  ],
  [
    'no signed attributes',
    'held',
    'SIG_CONSTRAINTS_FAILURE',
    { pair: ec('P-256'), algorithm: ecdsa, sign: by('sha256'), attributes: false },
  ],
  [
    'SHA-1',
    'disproving',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: rsaPair(2048),
      algorithm: [objectIdentifier(oid.sha1WithRsa), nullValue()],
      digest: SHA1,
      hash: 'sha1',
      sign: by('sha1'),
    },
  ],
  [
    'RSA of 1024 bits',
    'disproving',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    { pair: rsaPair(1024), algorithm: rsaSha256, sign: by('sha256') },
  ],
  [
    'Ed448',
    'silent',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: () => generateKeyPairSync('ed448'),
      algorithm: [objectIdentifier('1.3.101.113')],
      digest: [objectIdentifier('2.16.840.1.101.3.4.2.12')],
      hash: 'shake256',
      sign: (key, data) => new Uint8Array(sign(null, data, key)),
    },
  ],
  [
    'SHA-3',
    'silent',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: ec('P-256'),
      algorithm: [objectIdentifier('2.16.840.1.101.3.4.3.10')],
      digest: SHA3,
      hash: 'sha3-256',
      sign: by('sha3-256'),
    },
  ],
  [
    'MD5',
    'silent',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: rsaPair(2048),
      algorithm: [objectIdentifier('1.2.840.113549.1.1.4'), nullValue()],
      digest: MD5,
      hash: 'md5',
      sign: by('md5'),
    },
  ],
  [
    'a curve of Brainpool',
    'disproving',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    { pair: ec('brainpoolP256r1'), algorithm: ecdsa, sign: by('sha256') },
  ],
  [
    'DSA',
    'disproving',
    'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    {
      pair: () => generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }),
      algorithm: [objectIdentifier('2.16.840.1.101.3.4.3.2')],
      sign: by('sha256'),
    },
  ],
];

describe('a signature by', () => {
  it.each(SIGNATURE_WAYS)('%s: %s, %s', async (_, what, subIndication, way) => {
    const bytes = await signedBy(way);
    const before = await inspect(bytes);
    expect(before.first).toMatchObject({ indication: 'INDETERMINATE', subIndication });
    expect(before.certainty).toBe(what === 'held' ? 'intact' : 'undetermined');
    // The same signature over different content is altered wherever it can be computed, and intact nowhere.
    const after = await inspect(flipped(bytes));
    expect(after.certainty).toBe(what === 'silent' ? 'undetermined' : 'altered');
    expect(after.intact).toBe(false);
  });

  it('an unknown format gives no verdict, and one that encloses other content proves nothing about the file', async () => {
    const unknown = await inspect(replaceBytes(plain, '/ETSI.CAdES.detached', '/ACME.Unheard.format'));
    expect(unknown).toMatchObject({ verdict: 'unknownForm', certainty: 'undetermined' });
    expect(unknown.first).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' });
    expect(unknown.codes).toContain('cms.format');
  });

  it('zero bytes are a format failure', async () => {
    const { start, end } = await newestSignature(plain);
    const zeros = new Uint8Array(plain);
    zeros.fill(0x30, start + 1, end - 1);
    const result = await inspect(zeros);
    expect(result.first).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(result.certainty).toBe('undetermined');
  });
});
