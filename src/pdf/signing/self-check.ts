/** Checks a finished revision before it may be stored: prefix, ByteRange, digest, signature value, token. */
import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfNumber, PdfString } from '@libpdf/core';
import { checkSignedData } from '#formats/cms-check.ts';
import { readCms } from '#formats/cms-read.ts';
import { DerError, readDerPrefix, sameBytes } from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { SignatureRefused } from '#formats/signed-data.ts';
import { checkTimestampToken, type TimestampFacts, TimestampRefused } from '#formats/tsp.ts';
import { signatureFields } from '../named-fields.ts';
import { SigningDefect } from '../signing-defect.ts';
import { digestOf, type Hashed, hashPrefix } from './increment.ts';

/**
 * Checks the newest signature as it is in the file, with code independent of the writer.
 * @param before the file before this revision. @param hashed hash state of `before`. @returns the digest and
 * timestamp read back.
 * @throws SigningDefect check.prefix, check.byteRange, check.signature, key.mismatch, timestamp.refused
 */
export async function checkRevision(
  before: Uint8Array,
  after: Uint8Array,
  expected: { field: string; certificate: Uint8Array },
  hashed = hashPrefix(before),
): Promise<{ contentSha256: string; timestamp: TimestampFacts }> {
  const { contents, digest } = await readBack(before, after, expected.field, hashed);
  try {
    const cms = readCms(contents);
    if (cms.content !== null) throw new SigningDefect('check.signature', 'the signature is not detached');
    const certificate = await checkSignedData(cms, () => digest);
    if (!sameBytes(certificate, expected.certificate)) {
      throw new SigningDefect('key.mismatch', 'the signature refers to another certificate');
    }
    const [token, ...more] = cms.unsigned.get(oid.signatureTimeStampToken) ?? [];
    if (!token || more.length)
      throw new SigningDefect('timestamp.refused', 'the signature does not have one timestamp');
    const imprint = createHash('sha256').update(cms.value).digest();
    return { contentSha256: digest.toString('hex'), timestamp: await checkTimestampToken(token.raw, imprint) };
  } catch (error) {
    if (error instanceof TimestampRefused) throw new SigningDefect('timestamp.refused', error.message);
    if (error instanceof SignatureRefused || error instanceof DerError) {
      throw new SigningDefect('check.signature', error.message);
    }
    throw error;
  }
}

/**
 * The same for a document timestamp, whose `/Contents` is the token itself.
 * @throws SigningDefect check.prefix, check.byteRange, timestamp.refused
 */
export async function checkTimestampRevision(
  before: Uint8Array,
  after: Uint8Array,
  field: string,
): Promise<TimestampFacts> {
  const { contents, digest } = await readBack(before, after, field, hashPrefix(before));
  try {
    return await checkTimestampToken(readDerPrefix(contents).raw, digest);
  } catch (error) {
    if (error instanceof TimestampRefused || error instanceof DerError) {
      throw new SigningDefect('timestamp.refused', error.message);
    }
    throw error;
  }
}

async function readBack(
  before: Uint8Array,
  after: Uint8Array,
  field: string,
  hashed: Hashed,
): Promise<{ contents: Uint8Array; digest: Buffer }> {
  if (after.length <= before.length || Buffer.compare(after.subarray(0, before.length), before) !== 0) {
    throw new SigningDefect('check.prefix', 'the earlier bytes are not a prefix of the new file');
  }
  const { byteRange, contents } = await readSignature(after, field);
  checkByteRange(after, byteRange, contents, before.length);
  return { contents, digest: digestOf(after, byteRange, hashed) };
}

async function readSignature(
  bytes: Uint8Array,
  name: string,
): Promise<{ byteRange: [number, number, number, number]; contents: Uint8Array }> {
  const pdf = await PDF.load(bytes);
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  const field = pdf.recoveredViaBruteForce ? undefined : signatureFields(pdf).find((field) => field.name === name);
  const signature = field?.dict.getDict('V', resolve);
  const contents = signature?.get('Contents');
  const range = signature?.get('ByteRange');
  const numbers =
    range instanceof PdfArray ? range.toArray().map((item) => (item instanceof PdfNumber ? item.value : -1)) : [];
  const [a = -1, b = -1, c = -1, d = -1] = numbers;
  if (numbers.length !== 4 || !(contents instanceof PdfString)) {
    throw new SigningDefect('check.byteRange', 'the signature dictionary cannot be read back');
  }
  return { byteRange: [a, b, c, d], contents: contents.bytes };
}

/** The gap must be exactly the hexadecimal string of `/Contents`, within the new bytes, and the range must end with the file. */
function checkByteRange(
  bytes: Uint8Array,
  [start, length, resume, rest]: [number, number, number, number],
  contents: Uint8Array,
  earlier: number,
): void {
  const gap = Buffer.from(bytes.buffer, bytes.byteOffset + length, Math.max(0, resume - length)).toString('latin1');
  const sane =
    start === 0 &&
    length >= earlier &&
    resume > length &&
    resume + rest === bytes.length &&
    gap === `<${Buffer.from(contents).toString('hex')}>`;
  if (!sane) throw new SigningDefect('check.byteRange', 'the ByteRange does not cover everything but the signature');
}
