/**
 * Binds handwriting to the document shown and encrypts it for the custodian: made in the browser before anything is
 * sent, opened by the expert.
 */
import { openEnvelope, sealEnvelope } from '../cms-envelope.ts';
import { sha256Algorithm } from '../cms-write.ts';
import {
  childrenOf,
  type DerElement,
  DerError,
  expectTag,
  integer,
  octetString,
  readDer,
  readIdentifier,
  readInteger,
  sequence,
  utf8String,
} from '../der.ts';
import { oid } from '../oids.ts';
import { inkFormat } from './iso-capture.ts';

export { EnvelopeRefused } from '../cms-envelope.ts';

/**
 * The plaintext: `SEQUENCE { version, formatVersion, isoData, digestInfo, signSessionId, fieldName, drawingDigestInfo,
 * nonce }`. Version 1 has no `drawingDigestInfo`.
 */
export interface BoundInk {
  /** ISO/IEC 19794-7 record. */
  readonly ink: Uint8Array;
  /** SHA-256 of the file exactly as shown (H0). */
  readonly shownSha256: Uint8Array;
  readonly session: string;
  /** Name of its signature field. */
  readonly field: string;
  /** SHA-256 of the drawing in the document, see `drawingDigest`. */
  readonly drawingSha256: Uint8Array;
}

export interface OpenedInk extends Omit<BoundInk, 'drawingSha256'> {
  /** Null in a version 1 envelope, which binds no drawing. */
  readonly drawingSha256: Uint8Array | null;
  readonly formatVersion: string;
  readonly nonce: Uint8Array;
}

/** The version written; version 1 can also be read. */
const version = 2;
/** Bytes. */
const nonceLength = 16;

/**
 * @param bound its `ink` is overwritten with zeros before this returns, as are all copies made here.
 * @param custodian DER of the custodian's certificate. @throws EnvelopeRefused `certificate`
 */
export async function sealInk(bound: BoundInk, custodian: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const digests = [bound.shownSha256, bound.drawingSha256];
  if (digests.some(({ length }) => length !== 32)) throw new DerError('a SHA-256 was expected');
  const data = octetString(bound.ink);
  const plaintext = sequence(
    integer(version),
    utf8String(inkFormat),
    data,
    sequence(sha256Algorithm(), octetString(bound.shownSha256)),
    utf8String(bound.session),
    utf8String(bound.field),
    sequence(sha256Algorithm(), octetString(bound.drawingSha256)),
    octetString(crypto.getRandomValues(new Uint8Array(nonceLength))),
  );
  try {
    return await sealEnvelope(plaintext, [custodian]);
  } finally {
    // Copies made by the engine are out of reach; all others are wiped.
    for (const buffer of [data, plaintext, bound.ink]) buffer.fill(0);
  }
}

/**
 * @param key PKCS#8 of the custodian's key.
 * @throws EnvelopeRefused when it does not open, DerError when the content is not bound handwriting.
 */
export async function openInk(envelope: Uint8Array, key: Uint8Array): Promise<OpenedInk> {
  const fields = childrenOf(expectTag(readDer(await openEnvelope(envelope, key)), 0x30, 'bound handwriting'));
  const [versionElement, format, ink, digestInfo, session, field] = fields;
  const innerVersion = readInteger(versionElement);
  if ((innerVersion !== 1 || fields.length !== 7) && (innerVersion !== version || fields.length !== 8)) {
    throw new DerError('an unsupported version of bound handwriting');
  }
  const text = (element: typeof format, what: string): string =>
    new TextDecoder().decode(expectTag(element, 0x0c, what).content);
  return {
    formatVersion: text(format, 'a format'),
    ink: expectTag(ink, 0x04, 'handwriting').content,
    shownSha256: readDigest(digestInfo),
    session: text(session, 'a session'),
    field: text(field, 'a field'),
    drawingSha256: innerVersion === 1 ? null : readDigest(fields[6]),
    nonce: expectTag(fields.at(-1), 0x04, 'a nonce').content,
  };
}

function readDigest(digestInfo: DerElement | undefined): Uint8Array {
  const [algorithm, digest] = childrenOf(expectTag(digestInfo, 0x30, 'a digest'));
  const [name] = childrenOf(expectTag(algorithm, 0x30, 'an algorithm'));
  const { content } = expectTag(digest, 0x04, 'a digest');
  if (readIdentifier(name) !== oid.sha256 || content.length !== 32) throw new DerError('a SHA-256 was expected');
  return content;
}
