/** Revocation and long-term validation: the validation data of a file is trusted only as far as it is proven. */

import type { PdfDict } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrl, makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { type Verification, type VerifiedSignature, verifyPdf } from '#formats/verify/index.ts';
import { addDocumentTimestamp } from '#pdf/signing/document-timestamp.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePdf, samplePlan, stampWith, type TestAuthority, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature, type SignatureRequest, type SigningKey } from '#pdf/signing/sign.ts';
import type { ValidationMaterial } from '#pdf/signing/validation-data.ts';
import { testNow } from '#test/clock.ts';
import { withCatalog, withPage } from '../attacks.ts';
import { dict, list, name, overlay, replaceBytes, stream, Update } from './append-update.ts';
import { withPaintedTimestamp } from './painted-timestamp.ts';
import { newestSignature, withSignatureValue } from './rewrite-signatures.ts';

const hour = 3_600_000;
const day = 24 * hour;
const crlUrl = 'http://pki.example/issuing.crl';
const ago = (time: number): Date => new Date(testNow().getTime() - time);

let authority: TestAuthority;
let seal: TestKey;
let prepared: Uint8Array;
let anchors: Uint8Array[];
beforeAll(async () => {
  authority = await testAuthority();
  seal = await makeKey('seal', { issuer: authority.issuing, crlUrl });
  prepared = (await prepareForSigning(await samplePdf(1), samplePlan)).bytes;
  anchors = [authority.root.certificate];
});

const keyOf = (key: TestKey): SigningKey => ({
  ...key,
  chain: [authority.issuing.certificate, authority.root.certificate],
});

/** The certificate revocation lists of both authorities. */
async function material(
  revoked: { issuing?: Parameters<typeof makeCrl>[1]; root?: Parameters<typeof makeCrl>[1] } = {},
  options: Parameters<typeof makeCrl>[2] = {},
): Promise<ValidationMaterial> {
  const crls = [
    await makeCrl(authority.issuing, revoked.issuing, options),
    await makeCrl(authority.root, revoked.root, options),
  ];
  return { certificates: [authority.issuing.certificate, authority.root.certificate], crls };
}

const sealed = async (validation?: ValidationMaterial, change: Partial<SignatureRequest> = {}): Promise<Uint8Array> =>
  (
    await applySignature(prepared, {
      field: 'Sigillo',
      key: keyOf(seal),
      stamp: stampWith(authority),
      certify: true,
      lock: true,
      signedAt: testNow(),
      ...(validation ? { validation } : {}),
      ...change,
    })
  ).bytes;

const stamped = async (bytes: Uint8Array, field = 'Marca_1'): Promise<Uint8Array> =>
  (await addDocumentTimestamp(bytes, { field, stamp: stampWith(authority), validation: await material() })).bytes;

const verifyAt = (bytes: Uint8Array, at?: Date): Promise<Verification> =>
  verifyPdf(bytes, { anchors, ...(at ? { at } : {}) });

async function verdictAt(bytes: Uint8Array, at?: Date): Promise<VerifiedSignature> {
  const [first] = (await verifyAt(bytes, at)).signatures;
  if (!first) throw new Error('no signature');
  return first;
}

describe('a revocable certificate', () => {
  it('reaches B-LT with the revocation lists of its whole path, also years later', async () => {
    const bytes = await sealed(await material());
    expect(await verdictAt(bytes)).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LT' });
    expect(await verdictAt(bytes, new Date(testNow().getTime() + 1000 * day))).toMatchObject({ level: 'B-LT' });
  });

  it('is indeterminate without a list and with one that had expired at signing time', async () => {
    const undecided = { indication: 'INDETERMINATE', subIndication: 'TRY_LATER', level: 'B-T' };
    expect(await verdictAt(await sealed())).toMatchObject(undecided);
    const old = await material({}, { thisUpdate: ago(10 * day), nextUpdate: ago(3 * day) });
    expect(await verdictAt(await sealed(old))).toMatchObject(undecided);
  });

  it('is indeterminate with a list of an authority of the same name, and with only foreign certificates', async () => {
    const stranger = await testAuthority();
    const forged = {
      certificates: [stranger.issuing.certificate],
      crls: [await makeCrl(authority.issuing, [], { signedBy: stranger.issuing }), await makeCrl(stranger.issuing)],
    };
    expect(await verdictAt(await sealed(forged))).toMatchObject({ subIndication: 'TRY_LATER', level: 'B-T' });
    const certificates = { certificates: [stranger.issuing.certificate], crls: [] };
    expect(await verdictAt(await sealed(certificates))).toMatchObject({ subIndication: 'TRY_LATER', level: 'B-T' });
  });

  it('fails when it was revoked before signing', async () => {
    const validation = await material({ issuing: [{ certificate: seal, date: ago(hour), reason: 'keyCompromise' }] });
    expect(await verdictAt(await sealed(validation))).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'REVOKED',
    });
  });

  it('passes when it was revoked after signing, as its timestamp proves', async () => {
    const later = new Date(testNow().getTime() + hour);
    const validation = await material({ issuing: [{ certificate: seal, date: later }] }, { thisUpdate: later });
    const bytes = await sealed(validation);
    expect(await verdictAt(bytes, new Date(testNow().getTime() + day))).toMatchObject({ indication: 'TOTAL-PASSED' });
  });

  it('fails when an older list in the file still lists it as good', async () => {
    const good = await material({}, { thisUpdate: ago(2 * day) });
    const bad = await material({ issuing: [{ certificate: seal, date: ago(day) }] });
    for (const crls of [
      [...good.crls, ...bad.crls],
      [...bad.crls, ...good.crls],
    ]) {
      expect(await verdictAt(await sealed({ ...good, crls }))).toMatchObject({ subIndication: 'REVOKED' });
    }
  });

  it('is indeterminate when its authority was revoked', async () => {
    const validation = await material({ root: [{ certificate: authority.issuing, date: ago(hour) }] });
    expect(await verdictAt(await sealed(validation))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'REVOKED_CA_NO_POE',
    });
  });
});

describe('the certificate of a timestamp authority', () => {
  const revoked = (date: Date, reason: 'keyCompromise' | 'superseded') =>
    material({ root: [{ certificate: authority.timestamping, date, reason }] });

  it('proves nothing when it was revoked before the timestamp', async () => {
    const signature = await verdictAt(await sealed(await revoked(ago(hour), 'superseded')));
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_POE' });
    expect(signature.problems).toContain('timestamp.revoked');
  });

  it('proves nothing after its key was compromised later, but still does when it was superseded', async () => {
    const soon = new Date(testNow().getTime() + hour);
    const at = new Date(testNow().getTime() + day);
    expect(await verdictAt(await sealed(await revoked(soon, 'keyCompromise')), at)).toMatchObject({
      subIndication: 'NO_POE',
    });
    expect(await verdictAt(await sealed(await revoked(soon, 'superseded')), at)).toMatchObject({
      indication: 'TOTAL-PASSED',
      level: 'B-LT',
    });
  });
});

describe('a document timestamp of the product', () => {
  it('raises every signature before it to B-LTA, repeatedly', async () => {
    const bytes = await sealed(await material());
    const once = await stamped(bytes);
    const twice = await stamped(once, 'Marca_2');
    for (const [file, count] of [
      [once, 1],
      [twice, 2],
    ] as const) {
      const { intact, signatures, problems } = await verifyAt(file);
      expect({ intact, problems }).toEqual({ intact: true, problems: [] });
      expect(signatures.map(({ kind, indication, level }) => [kind, indication, level])).toEqual([
        ['seal', 'TOTAL-PASSED', 'B-LTA'],
        ...Array.from({ length: count }, () => ['timestamp', 'TOTAL-PASSED', null]),
      ]);
    }
    expect(Buffer.compare(twice.subarray(0, once.length), once)).toBe(0);
  });

  it('adds the revocation lists to a file without any', async () => {
    const bytes = await sealed();
    expect(await verdictAt(bytes)).toMatchObject({ subIndication: 'TRY_LATER' });
    expect(await verdictAt(await stamped(bytes))).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LTA' });
  });

  it('keeps a seal passed long after its timestamp authority expired', async () => {
    const timestamping = await makeKey('timestamping', {
      issuer: authority.root,
      notAfter: new Date(testNow().getTime() + 2 * day),
    });
    const bytes = await sealed(await material(), { stamp: stampWith({ ...authority, timestamping }) });
    const at = new Date(testNow().getTime() + 30 * day);
    expect(await verdictAt(bytes, at)).toMatchObject({ subIndication: 'NO_POE' });
    expect(await verdictAt(await stamped(bytes), at)).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-LTA' });
  });

  it('is refused when exchanged for one of another revision', async () => {
    const bytes = await stamped(await sealed(await material()));
    const other = await stamped(await sealed(await material()));
    const swapped = await withSignatureValue(bytes, (await newestSignature(other)).signature.contents);
    const verification = await verifyAt(swapped);
    expect(verification.intact).toBe(false);
    expect(verification.signatures[1]).toMatchObject({ subIndication: 'HASH_FAILURE' });
    expect(verification.signatures[0]?.level).toBe('B-LT');
  });

  it('of an unknown authority raises nothing', async () => {
    const stranger = await testAuthority();
    const bytes = await sealed(await material());
    const validation = await material();
    const by = { field: 'Marca_1', stamp: stampWith(stranger), validation };
    const { signatures } = await verifyAt((await addDocumentTimestamp(bytes, by)).bytes);
    expect(signatures.map(({ indication, level }) => [indication, level])).toEqual([
      ['TOTAL-PASSED', 'B-LT'],
      ['INDETERMINATE', null],
    ]);
  });

  it('needs a new field of its own', async () => {
    const once = await stamped(await sealed(await material()));
    await expect(stamped(once)).rejects.toThrow(/already/);
  });

  it('does not replace a token over other data', async () => {
    const stamp = () => stampWith(authority)(new Uint8Array(32));
    const request = { field: 'Marca_1', stamp, validation: await material() };
    await expect(addDocumentTimestamp(await sealed(), request)).rejects.toMatchObject({ code: 'timestamp.refused' });
  });

  it('fits a token longer than any before', async () => {
    const filler = await Promise.all(
      Array.from({ length: 30 }, () => makeKey('root', { subject: [{ type: 'O', value: 'Prova '.repeat(100) }] })),
    );
    const stamp = stampWith(
      authority,
      filler.map(({ certificate }) => certificate),
    );
    const request = { field: 'Marca_1', stamp, validation: await material() };
    const { bytes } = await addDocumentTimestamp(await sealed(await material()), request);
    expect((await verifyAt(bytes)).intact).toBe(true);
  });
});

/** Changes the document security store. */
const withStore = (change: (store: PdfDict, update: Update) => void) =>
  withCatalog((catalog, update) => {
    const store = catalog.getDict('DSS', update.resolve)?.clone() ?? dict({});
    change(store, update);
    catalog.set('DSS', store);
  });

/** What an attacker without a key may add after the closing seal, where validation data is allowed. */
const HIDDEN_ADDITIONS: readonly (readonly [title: string, code: string, apply: (update: Update) => void])[] = [
  [
    'a redrawn page',
    'change.page',
    withPage((page, update) => page.set('Contents', update.add(stream({}, overlay('gratis'))))),
  ],
  [
    'a script at opening',
    'change.catalog',
    withCatalog((catalog) => catalog.set('OpenAction', dict({ S: name('JavaScript') }))),
  ],
  [
    'an unknown entry in the store',
    'change.validationData',
    withStore((store, update) => store.set('Pages', update.pagesRoot())),
  ],
  ['a store that has lost its lists', 'change.validationData', withStore((store) => store.set('CRLs', list()))],
];

describe('after the closing seal the verifier detects', () => {
  it.each(HIDDEN_ADDITIONS)('%s in validation data', async (_, code, apply) => {
    for (const bytes of [await sealed(await material()), await stamped(await sealed(await material()))]) {
      const update = await Update.of(bytes);
      apply(update);
      const verification = await verifyAt(update.write());
      expect(verification.intact).toBe(false);
      expect(verification.signatures[0]?.changesAfter.map((change) => change.split(':')[0])).toContain(code);
    }
  });

  it('a revocation list replaced in place', async () => {
    const good = await material();
    const bad = await material({ issuing: [{ certificate: seal, date: ago(hour) }] });
    const hidden = await sealed({ ...bad, crls: [...bad.crls, ...good.crls] });
    const latin1 = (bytes?: Uint8Array): string => Buffer.from(bytes ?? []).toString('latin1');
    const [from, to] = [latin1(bad.crls[0]), latin1(good.crls[0])];
    // The length that the dictionary states is kept by padding.
    const swapped = replaceBytes(hidden, from, to.padEnd(from.length, '\0').slice(0, from.length), 'first');
    const verification = await verifyAt(swapped);
    expect(verification.intact).toBe(false);
    expect(verification.signatures[0]).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' });
  });

  it.each([
    ['of the installation', () => authority],
    ['of an unknown authority', () => testAuthority()],
  ])('a drawing in an empty signature field, by a timestamp %s', async (_, stampAuthor) => {
    const drawn = await withPaintedTimestamp(await sealed(await material()), 'Firma1', stampWith(await stampAuthor()));
    const verification = await verifyAt(drawn);
    expect(verification.intact).toBe(false);
    expect(verification.signatures[0]?.changesAfter.map((change) => change.split(':')[0])).toContain('change.field');
  });

  it('a revocation moved among the certificates or hidden by many other lists', async () => {
    const older = { thisUpdate: ago(2 * day) };
    const good = await makeCrl(authority.issuing, [], older);
    const root = await makeCrl(authority.root, [], older);
    const bytes = await sealed(
      await material({ issuing: [{ certificate: seal, date: ago(hour), reason: 'keyCompromise' }] }),
    );
    expect(await verdictAt(bytes)).toMatchObject({ subIndication: 'REVOKED' });
    const stored = async (change: (store: PdfDict, update: Update) => void): Promise<Uint8Array> => {
      const update = await Update.of(bytes);
      withStore(change)(update);
      return update.write();
    };
    const held = (update: Update, store: PdfDict) => [...(store.getArray('CRLs', update.resolve) ?? [])];
    const moved = await stored((store, update) => {
      store.set('Certs', list(...held(update, store)));
      store.set('CRLs', list(update.add(stream({}, good)), update.add(stream({}, root))));
    });
    const pushed = await stored((store, update) => {
      const again = Array.from({ length: 300 }, () => update.add(stream({}, good)));
      store.set('CRLs', list(...held(update, store), ...again, update.add(stream({}, root))));
    });
    for (const hidden of [moved, pushed]) {
      expect(await verdictAt(hidden)).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED' });
    }
    const tooMany = await stored((store, update) => {
      const again = Array.from({ length: 1100 }, () => update.add(stream({}, good)));
      store.set('CRLs', list(...held(update, store), ...again));
    });
    expect((await verifyAt(tooMany)).intact).toBe(false);
  });
});
