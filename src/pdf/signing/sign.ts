/**
 * Applies one PAdES signature (ETSI EN 319 142-1, section 6.3), B-T or with validation data B-LT, as an incremental
 * update of a prepared file.
 */
import { createHash } from 'node:crypto';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { EnvelopeRefused, readEnvelopeHeader } from '#formats/cms-envelope.ts';
import { issuerAndSerialOf, writeSignedAttributes, writeSignedData } from '#formats/cms-write.ts';
import { readDer, readUnsigned, toHex } from '#formats/der.ts';
import { checkTimestampToken, TimestampRefused } from '#formats/tsp.ts';
import { handwritingKey } from '#formats/verify/handwriting.ts';
import { answerChoices, type ChoiceAnswer } from '../choice-fields.ts';
import { lockAll, pageOf, rotationOf, type SignatureField, signatureFields, unitOf } from '../named-fields.ts';
import { pdfDate, textString } from '../object-bytes.ts';
import { type Appearance, appearanceFonts, drawAppearance } from '../page/appearance.ts';
import { SigningDefect } from '../signing-defect.ts';
import {
  digestOf,
  fillContents,
  hashPrefix,
  type OpenFile,
  openForUpdate,
  type Update,
  writeIncrement,
} from './increment.ts';
import { checkRevision } from './self-check.ts';
import { storeValidationData, type ValidationMaterial } from './validation-data.ts';

export type { Appearance } from '../page/appearance.ts';
export type { SigningDefectCode } from '../signing-defect.ts';

/** A key with its certificate, matching the keys of the sealer port. */
export interface SigningKey {
  /** DER of the certificate of this key. */
  readonly certificate: Uint8Array;
  /** DER of the issuing certificates, nearest issuer first, root last. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ECDSA-P256-SHA256' | 'RSA-PKCS1-SHA256';
  /** Hashes and signs; returns a DER ECDSA-Sig-Value or the raw PKCS#1 value. */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

export interface SignatureRequest {
  /** Full name of an unsigned signature field. */
  field: string;
  key: SigningKey;
  /** Returns a timestamp token over a SHA-256 digest. */
  stamp: (digest: Uint8Array) => Promise<Uint8Array>;
  /** Content of the rectangle; without it, or in a rectangle without area, the signature is invisible. */
  appearance?: Appearance;
  /** Handwriting sealed for the custodian (AuthEnvelopedData): stored in the file under this signature and covered by it. */
  handwriting?: Uint8Array;
  /** Certifies the document, which then allows only further signatures (DocMDP P 2); first signature only. */
  certify?: boolean;
  /** The signer's answers, keyed by the names of the Sì/No pairs: written in the revision of the first signature, which covers them. */
  answers?: ReadonlyMap<string, ChoiceAnswer>;
  /** Forbids any change after this signature (lock of all fields, P 1). */
  lock?: boolean;
  /** Validation data for all signatures of the file; covered by the signature, so that it cannot be replaced. */
  validation?: ValidationMaterial;
  /** The claimed time (`/M`); the timestamp proves the actual one. */
  signedAt: Date;
  location?: string;
  reason?: string;
}

export interface AppliedSignature {
  bytes: Uint8Array;
  byteRange: [number, number, number, number];
  /** Hexadecimal SHA-256 of the signed bytes. */
  contentSha256: string;
  /** Hexadecimal. */
  certificateSerial: string;
  timestamp: { serial: string; genTime: Date; sha256: string; authority: string };
}

/** Space for a timestamp token: one with RSA-3072 and its chain measured 7.9 KB. */
export const tokenSpace = 14 * 1024;

/** Space for the SignerInfo, algorithm identifiers and headers: 0.6 KB with P-256, 0.9 KB with RSA-4096. */
const signerInfoSpace = 1536;

/**
 * Signs a field and checks the result as it will be stored.
 * @param hashed hash state of `bytes`.
 * @throws SigningDefect with a code; errors from `stamp` and the key pass through.
 */
export async function applySignature(
  bytes: Uint8Array,
  request: SignatureRequest,
  hashed = hashPrefix(bytes),
): Promise<AppliedSignature> {
  const first = await writeSignature(bytes, request, tokenSpace, hashed).catch((error: unknown) => {
    if (error instanceof SigningDefect && error.code === 'contents.tooSmall') return null;
    throw error;
  });
  // The token is longer than any seen so far: retry once with more space.
  const written = first ?? (await writeSignature(bytes, request, tokenSpace * 4, hashed));
  const { key, field } = request;
  const checked = await checkRevision(bytes, written.bytes, { field, certificate: key.certificate }, hashed);
  const { serial, genTime, sha256, authority } = checked.timestamp;
  return {
    ...written,
    contentSha256: checked.contentSha256,
    certificateSerial: toHex(readUnsigned(readDer(issuerAndSerialOf(key.certificate).serial))),
    timestamp: { serial, genTime, sha256, authority },
  };
}

/** The request of {@link writeSignature}: the timestamp may be omitted, for level B-B and for measuring. */
export type UncheckedRequest = Omit<SignatureRequest, 'stamp'> & Partial<Pick<SignatureRequest, 'stamp'>>;

/**
 * The bare step of {@link applySignature}: writes the revision without checking it. Never store its result unchecked.
 * @throws SigningDefect contents.tooSmall if the token needs more than `maxTokenBytes` bytes.
 */
export async function writeSignature(
  bytes: Uint8Array,
  request: UncheckedRequest,
  maxTokenBytes = tokenSpace,
  hashed = hashPrefix(bytes),
): Promise<{ bytes: Uint8Array; byteRange: [number, number, number, number] }> {
  const { key } = request;
  const file = await openForUpdate(bytes);
  const certificates = [key.certificate, ...key.chain].reduce((sum, { length }) => sum + length, 0);
  const increment = writeIncrement(file, updateFor(file, request, certificates + signerInfoSpace + maxTokenBytes));
  const signedAttributes = writeSignedAttributes({
    contentDigest: digestOf(increment.bytes, increment.byteRange, hashed),
    certificateDigest: sha256(key.certificate),
    certificate: key.certificate,
  });
  const signature = await key.sign(signedAttributes);
  const token = request.stamp && (await stampChecked(request.stamp, sha256(signature)));
  fillContents(
    increment,
    writeSignedData({
      signedAttributes,
      signature,
      algorithm: key.algorithm,
      certificate: key.certificate,
      chain: key.chain,
      ...(token ? { timestampToken: token } : {}),
    }),
  );
  return increment;
}

/** A token is never embedded unchecked, regardless of the caller. */
export async function stampChecked(stamp: SignatureRequest['stamp'], digest: Uint8Array): Promise<Uint8Array> {
  const token = await stamp(digest);
  try {
    await checkTimestampToken(token, digest);
  } catch (error) {
    if (error instanceof TimestampRefused) throw new SigningDefect('timestamp.refused', error.message);
    throw error;
  }
  return token;
}

function updateFor(file: OpenFile, request: UncheckedRequest, reservedBytes: number): Update {
  const { pdf } = file;
  const fields = signatureFields(pdf);
  const field = fields.find(({ name }) => name === request.field);
  if (!field) throw new SigningDefect('field.missing', `there is no signature field ${request.field}`);
  if (field.signed) throw new SigningDefect('field.signed', `the field ${request.field} is signed already`);
  if (fields.some((candidate) => closesFile(file, candidate)))
    throw new SigningDefect('file.locked', 'the file is closed by its seal');
  if (request.certify && fields.some(({ signed }) => signed)) {
    throw new SigningDefect('certify.notFirst', 'only the first signature can certify');
  }

  const objects = new Map<PdfRef, PdfObject>();
  const add = (object: PdfObject): PdfRef => {
    const ref = pdf.context.register(object);
    objects.set(ref, object);
    return ref;
  };
  if (request.answers) {
    if (fields.some(({ signed }) => signed)) {
      throw new SigningDefect('choice.late', 'choices are answered with the first signature only');
    }
    for (const [ref, object] of answerChoices(pdf, request.answers)) objects.set(ref, object);
  }
  if (request.appearance) showAppearance(file, field, request.appearance, add);
  const handwriting = request.handwriting && add(handwritingStream(request.handwriting));
  const signature = pdf.context.registry.allocateRef();
  field.dict.set('V', signature);
  if (request.lock && !field.dict.has('Lock')) field.dict.set('Lock', lockAll());
  objects.set(field.ref, field.dict);
  objects.set(field.widgetRef, field.widget);
  if (request.certify) certify(file, signature, objects);
  announceSignatures(file, objects);
  if (request.validation) storeValidationData(file, request.validation, objects);
  const entries = signatureEntries(request);
  if (handwriting) entries.push([handwritingKey, handwriting]);
  return { objects: [...objects], signature: { ref: signature, entries, room: reservedBytes } };
}

/** Accepts only data that is encrypted for the custodian. */
function handwritingStream(envelope: Uint8Array): PdfStream {
  try {
    readEnvelopeHeader(envelope);
  } catch (error) {
    if (error instanceof EnvelopeRefused) throw new SigningDefect('handwriting.form', error.message);
    throw error;
  }
  return new PdfStream([['Type', PdfName.of(handwritingKey)]], envelope);
}

/** A signed field whose lock forbids any further change. */
function closesFile({ pdf }: OpenFile, field: SignatureField): boolean {
  const lock = field.dict.getDict('Lock', (ref) => pdf.context.resolve(ref));
  return lock?.getNumber('P')?.value === 1 && field.signed;
}

function showAppearance(
  { pdf }: OpenFile,
  field: SignatureField,
  appearance: Appearance,
  add: (object: PdfObject) => PdfRef,
): void {
  const [left, bottom, right, top] = field.box;
  const page = pdf.context.pages.getPage(Math.max(0, pageOf(pdf, field)));
  const unit = page ? unitOf(pdf, page) : 1;
  const size = { width: (right - left) * unit, height: (top - bottom) * unit };
  if (!(size.width > 0 && size.height > 0)) return;
  const rotation = page ? rotationOf(pdf, page) : 0;
  const form = add(drawAppearance(appearance, size, rotation, appearanceFonts(pdf, add)));
  field.widget.set('AP', PdfDict.of({ N: form }));
}

function signatureEntries(request: UncheckedRequest): [string, PdfObject][] {
  const { certify, lock } = request;
  const references: PdfDict[] = [];
  if (certify) references.push(reference('DocMDP', { P: PdfNumber.of(lock ? 1 : 2) }));
  if (lock) references.push(reference('FieldMDP', { Action: PdfName.of('All') }));
  return [
    ['Type', PdfName.of('Sig')],
    ['Filter', PdfName.of('Adobe.PPKLite')],
    ['SubFilter', PdfName.of('ETSI.CAdES.detached')],
    ['M', PdfString.fromString(pdfDate(request.signedAt))],
    ...(request.appearance?.lines[0]
      ? ([['Name', textString(request.appearance.lines[0])]] as [string, PdfObject][])
      : []),
    ...(request.location ? ([['Location', textString(request.location)]] as [string, PdfObject][]) : []),
    ...(request.reason ? ([['Reason', textString(request.reason)]] as [string, PdfObject][]) : []),
    ...(references.length ? ([['Reference', PdfArray.of(...references)]] as [string, PdfObject][]) : []),
  ];
}

/** Signature reference dictionary (ISO 32000-1, 12.8.1, tables 253 to 256). */
function reference(method: 'DocMDP' | 'FieldMDP', parameters: Record<string, PdfObject>): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: PdfDict.of({ Type: PdfName.of('TransformParams'), V: PdfName.of('1.2'), ...parameters }),
  });
}

function certify({ pdf }: OpenFile, signature: PdfRef, objects: Map<PdfRef, PdfObject>): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const root = pdf.context.info.trailer.getRef('Root');
  const catalog = pdf.context.catalog.getDict();
  if (!root) throw new SigningDefect('file.unprepared', 'the file has no catalog');
  const permissions = catalog.getDict('Perms', resolve)?.clone() ?? new PdfDict();
  permissions.set('DocMDP', signature);
  catalog.set('Perms', permissions);
  objects.set(root, catalog);
}

/** Preparation sets SignaturesExist and AppendOnly; any other file gets them with its first signature. */
function announceSignatures({ pdf }: OpenFile, objects: Map<PdfRef, PdfObject>): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const catalog = pdf.context.catalog.getDict();
  const form = catalog.getDict('AcroForm', resolve);
  if (!form || form.getNumber('SigFlags', resolve)?.value === 3) return;
  form.set('SigFlags', PdfNumber.of(3));
  const formEntry = catalog.get('AcroForm');
  const root = pdf.context.info.trailer.getRef('Root');
  if (formEntry instanceof PdfRef) objects.set(formEntry, form);
  else if (root) objects.set(root, catalog);
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
