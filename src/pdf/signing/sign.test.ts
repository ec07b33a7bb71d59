/** One signature: its content, what it leaves unmodified, and when it is refused (EN 319 142-1). */

import { PDF, PdfArray, PdfDict, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCms } from '#formats/cms-read.ts';
import { oid } from '#formats/oids.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { testNow } from '#test/clock.ts';
import { signatureFields } from '../named-fields.ts';
import { prepareForSigning } from './prepare-pdf.ts';
import {
  sampleLines,
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from './samples.suite.ts';
import { checkRevision } from './self-check.ts';
import { applySignature, type SignatureRequest, writeSignature } from './sign.ts';

let authority: TestAuthority;
let prepared: Uint8Array;

beforeAll(async () => {
  authority = await testAuthority();
  prepared = (await prepareForSigning(await samplePdf(2), samplePlan)).bytes;
});

async function request(change: Partial<SignatureRequest> = {}): Promise<SignatureRequest> {
  return {
    field: 'Firma1',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: new Date('2026-11-20T09:43:12Z'),
    appearance: { kind: 'signature', lines: sampleLines('Ginevra Provetti') },
    ...change,
  };
}

/** A certificate enlarged by its subject: some 70 bytes per unit. */
async function largeCertificate(units: number): Promise<Uint8Array> {
  const unit = { type: 'OU', value: 'Ufficio di prova dal nome lunghissimo, senza alcun valore 12' } as const;
  const subject = [{ type: 'CN', value: 'Prova' } as const, ...Array.from({ length: units }, () => unit)];
  return (await makeKey('seal', { issuer: authority.root, subject })).certificate;
}

/** The signature dictionary of a field. */
async function signatureOf(bytes: Uint8Array, name: string): Promise<PdfDict> {
  const pdf = await PDF.load(bytes);
  const field = signatureFields(pdf).find((one) => one.name === name);
  const value = field?.dict.getDict('V', (ref: PdfRef) => pdf.context.resolve(ref));
  if (!value) throw new Error(`${name} is not signed`);
  return value;
}

describe('a signature', () => {
  it('is PAdES baseline: time in /M, CAdES, no certificate outside the CMS, no signing-time in it', async () => {
    const signed = await applySignature(prepared, await request());
    const dict = await signatureOf(signed.bytes, 'Firma1');
    expect(dict.getName('SubFilter')?.value).toBe('ETSI.CAdES.detached');
    expect(dict.getName('Filter')?.value).toBe('Adobe.PPKLite');
    expect(dict.getString('M')?.asString()).toBe('D:20261120094312Z');
    for (const absent of ['Cert', 'Reason', 'Location', 'Reference']) expect(dict.has(absent)).toBe(false);
    const data = readCms(dict.getString('Contents')?.bytes ?? new Uint8Array());
    expect(data.signed.has(oid.signingTime)).toBe(false);
    expect(data.unsigned.has(oid.signatureTimeStampToken)).toBe(true);
    expect(data.certificates).toHaveLength(3);
  });

  it('keeps every earlier revision as an exact prefix and covers the whole file except its own gap', async () => {
    let bytes = prepared;
    for (const [i, field] of ['Firma1', 'Firma2', 'Sigillo'].entries()) {
      const next = await applySignature(bytes, await request({ field, certify: i === 0, lock: i === 2 }));
      expect(Buffer.compare(next.bytes.subarray(0, bytes.length), bytes)).toBe(0);
      const [start, length, resume, rest] = next.byteRange;
      expect([start, resume + rest]).toEqual([0, next.bytes.length]);
      expect(next.bytes[length]).toBe('<'.charCodeAt(0));
      expect(next.bytes[resume - 1]).toBe('>'.charCodeAt(0));
      bytes = next.bytes;
    }
    expect(signatureFields(await PDF.load(bytes)).every(({ signed }) => signed)).toBe(true);
  });

  it('certifies with P 2 if first, and closes with a lock of all fields and P 1 if it is the seal', async () => {
    const first = await applySignature(prepared, await request({ certify: true }));
    const pdf = await PDF.load(first.bytes);
    expect(pdf.context.catalog.getDict().getDict('Perms')?.getRef('DocMDP')).toBeDefined();
    const parameters = async (bytes: Uint8Array, name: string) => {
      const references = (await signatureOf(bytes, name)).get('Reference');
      const [one] = references instanceof PdfArray ? references.toArray() : [];
      return one as PdfDict;
    };
    const docMdp = await parameters(first.bytes, 'Firma1');
    expect(docMdp.getName('TransformMethod')?.value).toBe('DocMDP');
    expect(docMdp.getDict('TransformParams')?.getNumber('P')?.value).toBe(2);
    const seal = await applySignature(first.bytes, await request({ field: 'Sigillo', lock: true }));
    const fieldMdp = await parameters(seal.bytes, 'Sigillo');
    expect(fieldMdp.getName('TransformMethod')?.value).toBe('FieldMDP');
    expect(fieldMdp.getDict('TransformParams')?.getName('Action')?.value).toBe('All');
    const field = signatureFields(await PDF.load(seal.bytes)).find(({ name }) => name === 'Sigillo');
    expect(field?.dict.getDict('Lock')?.getNumber('P')?.value).toBe(1);
  });

  it('is drawn in points on a page with larger units', async () => {
    const shown = async (unit: number) => {
      const paper = await PDF.load(await samplePdf(1));
      const [ref] = paper.context.pages.getPages();
      const page = ref && paper.context.resolve(ref);
      if (!(page instanceof PdfDict)) throw new Error('the sample has no page');
      const sheet = [0, 0, 595 / unit, 842 / unit].map((value) => PdfNumber.of(value));
      page.set('MediaBox', PdfArray.of(...sheet));
      page.set('UserUnit', PdfNumber.of(unit));
      const points = samplePlan.points.slice(0, 1).map((point) => {
        const box = [100 / unit, 50 / unit, 290 / unit, 110 / unit] as const;
        return { ...point, place: { page: 1, box } };
      });
      const file = await prepareForSigning(await paper.save(), { ...samplePlan, points });
      const signed = await PDF.load((await applySignature(file.bytes, await request())).bytes);
      const resolve = (one: PdfRef) => signed.context.resolve(one);
      const widget = signatureFields(signed).find(({ name }) => name === 'Firma1')?.widget;
      const look = widget?.getDict('AP', resolve)?.get('N', resolve);
      if (!(look instanceof PdfStream)) throw new Error('nothing is shown');
      const box = look.getArray('BBox')?.toArray() ?? [];
      return { box: box.map((value) => (value as PdfNumber).value), content: Buffer.from(look.getDecodedData()) };
    };
    const [usual, doubled] = [await shown(1), await shown(2)];
    expect(usual.box).toEqual([0, 0, 190, 60]);
    expect(doubled).toEqual(usual);
  });

  it('changes only its field, its box and, when it certifies, the catalog', async () => {
    const increment = async (certify: boolean) => {
      const { bytes } = await applySignature(prepared, await request({ certify }));
      const text = Buffer.from(bytes.subarray(prepared.length)).toString('latin1');
      return (text.match(/^\d+ 0 obj$/gm) ?? []).length;
    };
    // Field with widget, form XObject of the appearance, signature dictionary.
    expect(await increment(false)).toBe(3);
    expect(await increment(true)).toBe(4);
  });

  it('reports the verified digest, certificate and token', async () => {
    const key = await signerKey(authority);
    const signed = await applySignature(prepared, await request({ key }));
    const serial = Buffer.from(key.certificate).toString('hex');
    expect(serial).toContain(signed.certificateSerial);
    expect(signed.contentSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Math.abs(signed.timestamp.genTime.getTime() - testNow().getTime())).toBeLessThan(10_000);
    expect(signed.timestamp.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('works with RSA-3072 keys and tokens, and leaves space in the gap', async () => {
    const rsa = await testAuthority(3072);
    const key = await signerKey(rsa, 'Ginevra Provetti', { rsaBits: 3072 });
    const { byteRange } = await applySignature(prepared, await request({ key, stamp: stampWith(rsa) }));
    expect((byteRange[2] - byteRange[1]) / 2).toBeGreaterThan(16 * 1024);
  });

  it('enlarges its space once for a token longer than any before', async () => {
    const filler = await largeCertificate(12);
    const stamp = stampWith(
      authority,
      Array.from({ length: 20 }, () => filler),
    );
    const { byteRange } = await applySignature(prepared, await request({ stamp }));
    expect(byteRange[2] - byteRange[1]).toBeGreaterThan(2 * 56 * 1024);
  });

  it('contains place and reason if given, escaped once', async () => {
    const signed = await applySignature(
      prepared,
      await request({ location: 'Bologna (BO)', reason: 'Proposta è \\ ok' }),
    );
    const dict = await signatureOf(signed.bytes, 'Firma1');
    expect(dict.getString('Location')?.asString()).toBe('Bologna (BO)');
    expect(dict.getString('Reason')?.asString()).toBe('Proposta è \\ ok');
  });
});

describe('a signature is refused', () => {
  const refused = async (bytes: Uint8Array, change: Partial<SignatureRequest>, code: string) =>
    expect(applySignature(bytes, await request(change))).rejects.toMatchObject({ name: 'SigningDefect', code });

  it('for a field that does not exist', () => refused(prepared, { field: 'Firma9' }, 'field.missing'));

  it('for a signed field', async () => {
    const { bytes } = await applySignature(prepared, await request());
    await refused(bytes, {}, 'field.signed');
  });

  it('that would certify after another', async () => {
    const { bytes } = await applySignature(prepared, await request());
    await refused(bytes, { field: 'Firma2', certify: true }, 'certify.notFirst');
  });

  it('after the seal', async () => {
    const { bytes } = await applySignature(prepared, await request({ field: 'Sigillo', lock: true }));
    await refused(bytes, {}, 'file.locked');
  });

  it('with a certificate of another key', async () => {
    const key = await signerKey(authority);
    const other = await signerKey(authority, 'Altra Persona');
    await refused(prepared, { key: { ...key, certificate: other.certificate } }, 'check.signature');
  });

  it('with a token over something else', async () => {
    const stamp = (digest: Uint8Array) => stampWith(authority)(new Uint8Array(digest).reverse());
    await refused(prepared, { stamp }, 'timestamp.refused');
  });

  it('with a token of an unauthorised authority', async () => {
    const timestamping = await makeKey('seal', { issuer: authority.root });
    await refused(prepared, { stamp: stampWith({ ...authority, timestamping }) }, 'timestamp.refused');
  });

  it('with the timestamp authority’s reason when it does not respond', async () => {
    const stamp = () => Promise.reject(new Error('timestamp authority is silent'));
    await expect(applySignature(prepared, await request({ stamp }))).rejects.toThrow('timestamp authority is silent');
  });

  it('when the token does not fit even the enlarged space', async () => {
    const one = await largeCertificate(30);
    const filler = Array.from({ length: 36 }, () => one);
    await refused(prepared, { stamp: stampWith(authority, filler) }, 'contents.tooSmall');
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['with bytes before its header', (bytes) => new Uint8Array(Buffer.concat([Buffer.from('junk\n'), bytes]))],
    ['cut at its end', (bytes) => bytes.subarray(0, bytes.length - 40)],
    ['with junk at its end', (bytes) => new Uint8Array(Buffer.concat([bytes, Buffer.from('junk')]))],
    ['that is empty', () => new Uint8Array()],
    [
      'whose cross-reference is wrong',
      (bytes) => {
        const text = Buffer.from(bytes)
          .toString('latin1')
          .replace(/startxref\s+\d+/, 'startxref\n11');
        return new Uint8Array(Buffer.from(text, 'latin1'));
      },
    ],
  ])('on a file %s, whose bytes an update could not keep', async (_, change) => {
    await refused(change(prepared), {}, 'file.unprepared');
  });
});

describe('the check of a finished revision', () => {
  const checked = async (change: (after: Uint8Array, range: number[]) => Uint8Array, before = prepared) => {
    const key = await signerKey(authority);
    const { bytes, byteRange } = await writeSignature(prepared, await request({ key }));
    return checkRevision(before, change(bytes.slice(), byteRange), { field: 'Firma1', certificate: key.certificate });
  };
  const flip = (bytes: Uint8Array, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 0x01;
    return bytes;
  };

  it('accepts an unmodified one', async () => {
    expect((await checked((after) => after)).contentSha256).toHaveLength(64);
  });

  it('refuses one with changed earlier bytes', async () => {
    await expect(checked((after) => flip(after, 2000))).rejects.toMatchObject({ code: 'check.prefix' });
    await expect(checked((after) => after, prepared.subarray(1))).rejects.toMatchObject({ code: 'check.prefix' });
    await expect(checked(() => prepared.slice())).rejects.toMatchObject({ code: 'check.prefix' });
  });

  it('refuses one with changed new bytes', async () => {
    const time = (bytes: Uint8Array) => Buffer.from(bytes).indexOf('D:20261120094312Z') + 12;
    await expect(checked((after) => flip(after, time(after)))).rejects.toMatchObject({ code: 'check.signature' });
  });

  it('refuses one with bytes after it, or with too short a range', async () => {
    const longer = (after: Uint8Array) => new Uint8Array(Buffer.concat([after, Buffer.from('\n')]));
    await expect(checked(longer)).rejects.toMatchObject({ code: 'check.byteRange' });
    const shrink = (after: Uint8Array, range: number[]) => {
      const text = Buffer.from(after).toString('latin1');
      const old = `${String(range[3]).padEnd(10)}]`;
      return new Uint8Array(Buffer.from(text.replace(old, `${String(Number(range[3]) - 1).padEnd(10)}]`), 'latin1'));
    };
    await expect(checked(shrink)).rejects.toMatchObject({ code: 'check.byteRange' });
  });

  it('refuses one without a timestamp, and one with another certificate', async () => {
    const key = await signerKey(authority);
    const { stamp: _, ...bare } = await request({ key });
    const { bytes } = await writeSignature(prepared, bare);
    const expected = { field: 'Firma1', certificate: key.certificate };
    await expect(checkRevision(prepared, bytes, expected)).rejects.toMatchObject({ code: 'timestamp.refused' });
    const stamped = await writeSignature(prepared, { ...bare, stamp: stampWith(authority) });
    const other = { field: 'Firma1', certificate: authority.root.certificate };
    await expect(checkRevision(prepared, stamped.bytes, other)).rejects.toMatchObject({ code: 'key.mismatch' });
  });
});
