/** Extracts the components of a PDF's signatures byte by byte, so that third parties can check them with other tools. */
import { readCms } from '../cms-read.ts';
import { readDerPrefix, sameBytes } from '../der.ts';
import { oid } from '../oids.ts';
import { signaturesOf } from './signature-fields.ts';
import { StrictFile } from './strict-file.ts';

/** A range within a byte array. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

export interface EmbeddedSignature {
  readonly field: string;
  /** The signed bytes: from the start of the file to the gap, and from the end of the gap. */
  readonly byteRange: readonly [start: number, length: number, resume: number, rest: number];
  /** The CMS SignedData without its padding. */
  readonly cms: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  /** The signature value within `cms`: what the timestamp covers. */
  readonly value: Span;
  /** The timestamp token within `cms`; null if absent. */
  readonly token: { readonly bytes: Uint8Array; readonly span: Span } | null;
}

/** @throws RangeError unless the part occurs exactly once. */
function spanOf(container: Uint8Array, part: Uint8Array): Span {
  const positions: number[] = [];
  for (let at = container.indexOf(part[0] ?? 0); at >= 0; at = container.indexOf(part[0] ?? 0, at + 1)) {
    if (at + part.length > container.length) break;
    if (sameBytes(container.subarray(at, at + part.length), part)) positions.push(at);
  }
  const [at, ...more] = positions;
  if (at === undefined || more.length > 0) throw new RangeError('A part of the signature does not occur exactly once');
  return { at, length: part.length };
}

/** A document timestamp: it has a token in place of a signature's CMS. */
export interface EmbeddedTimestamp {
  readonly field: string;
  readonly byteRange: EmbeddedSignature['byteRange'];
  readonly token: Uint8Array;
}

/** The document timestamps of a file, oldest first. @throws SyntaxFault, DerError */
export async function embeddedTimestamps(bytes: Uint8Array): Promise<EmbeddedTimestamp[]> {
  const timestamps = signaturesOf(await StrictFile.open(bytes)).filter(({ timestamp }) => timestamp);
  return timestamps.map(({ field, contents, byteRange: [start = -1, length = -1, resume = -1, rest = -1] }) => ({
    field: field.name,
    byteRange: [start, length, resume, rest],
    token: readDerPrefix(contents).raw,
  }));
}

/**
 * The CMS signatures of a file, oldest first, without document timestamps.
 * @throws SyntaxFault, DerError, RangeError on a file not made by the product.
 */
export async function embeddedSignatures(bytes: Uint8Array): Promise<EmbeddedSignature[]> {
  const signatures = signaturesOf(await StrictFile.open(bytes)).filter(({ timestamp }) => !timestamp);
  return signatures.map(({ field, contents, byteRange }) => {
    const cms = readDerPrefix(contents).raw;
    const { certificates, unsigned, value } = readCms(contents);
    const [start = -1, length = -1, resume = -1, rest = -1] = byteRange;
    const token = unsigned.get(oid.signatureTimeStampToken)?.[0]?.raw;
    return {
      field: field.name,
      byteRange: [start, length, resume, rest],
      cms,
      certificates,
      value: spanOf(cms, value),
      token: token === undefined ? null : { bytes: token, span: spanOf(cms, token) },
    };
  });
}
