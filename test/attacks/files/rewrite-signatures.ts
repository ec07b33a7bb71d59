/** Replaces signature values in signed files, and adds validation data and document timestamps. */
import { PdfArray, type PdfDict, type PdfRef } from '@libpdf/core';
import { digestOf } from '#formats/cms-read.ts';
import { writeSignedAttributes, writeSignedData } from '#formats/cms-write.ts';
import { type SignatureDictionary, signaturesOf } from '#formats/verify/signature-fields.ts';
import { StrictFile } from '#formats/verify/strict-file.ts';
import type { SigningKey } from '#pdf/signing/sign.ts';
import { dict, list, name, number, replaceBytes, stream, text, Update } from './append-update.ts';

/** The newest signature and the position of its value. */
export async function newestSignature(
  bytes: Uint8Array,
): Promise<{ signature: SignatureDictionary; start: number; end: number }> {
  const signature = signaturesOf(await StrictFile.open(bytes)).at(-1);
  if (!signature) throw new Error('not signed');
  return { signature, start: signature.contentsSpan[0], end: signature.contentsSpan[1] };
}

/** The file with a different value in its newest signature. */
export async function withSignatureValue(bytes: Uint8Array, cms: Uint8Array): Promise<Uint8Array> {
  const { start, end } = await newestSignature(bytes);
  const copy = Buffer.from(bytes);
  copy.write(
    Buffer.from(cms)
      .toString('hex')
      .padEnd(end - start - 2, '0'),
    start + 1,
    'latin1',
  );
  return new Uint8Array(copy);
}

export interface SignatureChange {
  key: SigningKey;
  /** The certificate that signing-certificate-v2 names; default: the key's. */
  boundTo?: Uint8Array;
  token?: (value: Uint8Array) => Promise<Uint8Array>;
  /** Changes the signed attributes last. */
  attributes?: (written: Uint8Array) => Uint8Array;
}

/** Re-signs the file in its newest signature field as `change` describes, valid or not. */
export async function signAgain(bytes: Uint8Array, change: SignatureChange): Promise<Uint8Array> {
  const { start, end } = await newestSignature(bytes);
  const { key, boundTo = key.certificate } = change;
  const attributes = writeSignedAttributes({
    contentDigest: await digestOf('SHA-256', bytes.slice(0, start), bytes.slice(end)),
    certificateDigest: await digestOf('SHA-256', boundTo),
    certificate: boundTo,
  });
  const signedAttributes = change.attributes?.(attributes) ?? attributes;
  const signature = await key.sign(signedAttributes);
  const timestampToken = await change.token?.(signature);
  const { algorithm, certificate, chain } = key;
  return withSignatureValue(
    bytes,
    writeSignedData({
      signedAttributes,
      signature,
      algorithm,
      certificate,
      chain,
      ...(timestampToken && { timestampToken }),
    }),
  );
}

/** A correct document security store with the given certificates. */
export async function addValidationData(bytes: Uint8Array, certificates: readonly Uint8Array[]): Promise<Uint8Array> {
  const update = await Update.of(bytes);
  const catalog = update.copy(update.root);
  const old = catalog.getDict('DSS', update.resolve)?.getArray('Certs', update.resolve) ?? list();
  const added = certificates.map((certificate) => update.add(stream({}, certificate)));
  const table = dict({ ['A'.repeat(40)]: dict({ Cert: list(...added), TU: text('D:20261120100000Z') }) });
  catalog.set('DSS', update.add(dict({ Type: name('DSS'), Certs: list(...old, ...added), VRI: table })));
  catalog.set('Extensions', dict({ ESIC: dict({ BaseVersion: name('1.7'), ExtensionLevel: number(5) }) }));
  return update.put(update.root, catalog).write();
}

/**
 * Adds a document timestamp in a new invisible field, or in the existing empty one with that title.
 * @param plant changes the field and anything else in the update.
 */
export async function addDocumentTimestamp(
  bytes: Uint8Array,
  stamp: (digest: Uint8Array) => Promise<Uint8Array>,
  title = 'MarcaTemporale',
  plant?: (update: Update, field: PdfRef, entries: PdfDict) => void,
  place: 'new' | 'existing' = 'new',
): Promise<Uint8Array> {
  const update = await Update.of(bytes);
  const form = update.form();
  const hole = `<${'0'.repeat(20_000)}>`;
  const value: PdfRef = update.add(dict({}));
  const range = '[0 1111111111 2222222222 3333333333]';
  const head = '<</Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161';
  update.put(value, Buffer.from(`${head} /ByteRange ${range} /Contents ${hole}>>`));
  const entries =
    place === 'existing'
      ? update.copy(update.field(title))
      : dict({
          ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), T: text(title), F: number(132) },
          ...{ Rect: list(number(0), number(0), number(0), number(0)), P: update.page() },
        });
  entries.set('V', value);
  const field = place === 'existing' ? update.field(title) : update.add(entries);
  if (place === 'existing') update.put(field, entries);
  plant?.(update, field, entries);
  if (place === 'new') form.set('Fields', PdfArray.of(...(form.getArray('Fields', update.resolve) ?? []), field));
  const written = (place === 'new' ? update.putForm(form) : update).write();
  const start = Buffer.from(written).lastIndexOf(hole);
  const end = start + hole.length;
  const numbers = `[0 ${start} ${end} ${written.length - end}`.padEnd(range.length - 1).concat(']');
  const ranged = replaceBytes(written, range, numbers);
  return withSignatureValue(ranged, await stamp(await digestOf('SHA-256', ranged.slice(0, start), ranged.slice(end))));
}
