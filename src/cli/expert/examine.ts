/** The expert's examination of a signed PDF: first the signatures, then each sealed handwriting and its binding. */
import { createHash } from 'node:crypto';
import { EnvelopeRefused } from '#formats/cms-envelope.ts';
import { nameAttribute, readCms, signerCertificate } from '#formats/cms-read.ts';
import { DerError, sameBytes, toHex } from '#formats/der.ts';
import type { Capture } from '#formats/ink/capture.ts';
import { drawingDigest, drawingOf } from '#formats/ink/drawing.ts';
import { type OpenedInk, openInk } from '#formats/ink/envelope.ts';
import { captureOf, inkFormat } from '#formats/ink/iso-capture.ts';
import { InkFormatError } from '#formats/ink/iso19794-7.ts';
import { oid } from '#formats/oids.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { type EmbeddedHandwriting, embeddedHandwriting, type HandwrittenFile } from '#formats/verify/handwriting.ts';
import { type Verification, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { SyntaxFault } from '#formats/verify/syntax.ts';
import { areAlike } from './compare-drawings.ts';
import { type ReadPicture, readPicture } from './picture.ts';

/** Reasons why handwriting is not called bound to the document and its signature. */
export type ExpertFault =
  | 'file.altered'
  | 'signature.failed'
  | 'signature.undecided'
  | 'envelope.key'
  | 'envelope.content'
  | 'envelope.form'
  | 'ink.form'
  | 'document.other'
  | 'field.other'
  | 'session.other'
  | PictureFault;

/** Reasons why the drawing in the document is not attributed to the handwriting. */
export type PictureFault = 'picture.foreign' | 'picture.other' | 'picture.strokes' | 'picture.unlike';

/** Findings that prove nothing, but do not speak against the handwriting either. */
export type ExpertNote = 'session.unproven' | 'ink.repeated' | 'picture.absent' | 'picture.unbound';

/** Hexadecimal SHA-256 of the drawing from its three sources, which agree in an authentic file. */
export interface DrawingDigests {
  /** Null in an envelope of version 1. */
  readonly envelope: string | null;
  /** Null if the signature field shows no drawing, or one without a separate form. */
  readonly document: string | null;
  /** Digest of the drawing computed from the strokes. */
  readonly strokes: string;
}

export interface OpenedHandwriting {
  readonly bound: OpenedInk;
  readonly capture: Capture;
  readonly drawing: DrawingDigests;
  /** The drawing shown in the signature field. */
  readonly picture: ReadPicture;
}

export interface Finding {
  readonly field: string;
  readonly signer: string | null;
  readonly signedAt: string | null;
  /** Hexadecimal SHA-256 of the envelope, as recorded in the evidence trail. */
  readonly envelopeSha256: string;
  readonly faults: readonly ExpertFault[];
  readonly notes: ExpertNote[];
  /** Null when the envelope could not be opened, or contains no readable handwriting. */
  readonly opened: OpenedHandwriting | null;
}

export interface Examination {
  readonly verification: Verification;
  /** Hexadecimal SHA-256 of the file as shown to the signer; null when it cannot be extracted. */
  readonly shownSha256: string | null;
  readonly findings: readonly Finding[];
}

/** @param key PKCS#8 of the custodian's key. */
export async function examine(bytes: Uint8Array, key: Uint8Array, trusted: VerifyOptions): Promise<Examination> {
  const verification = await verifyPdf(bytes, trusted);
  const file = await embeddedHandwriting(bytes).catch((error: unknown): HandwrittenFile => {
    // An unreadable file is reported by the verification.
    if (error instanceof SyntaxFault) return { handwriting: [], shown: null, resolve: () => null };
    throw error;
  });
  const { handwriting, shown } = file;
  const digests = (shown?.candidates ?? []).map((bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()));
  const findings: Finding[] = [];
  for (const capture of handwriting) findings.push(await examineHandwriting(capture, file, verification, key, digests));
  markRepeated(findings);
  const statedDigests = findings.flatMap(({ opened }) => (opened ? [opened.bound.shownSha256] : []));
  const shownSha256 = digests.find((digest) => statedDigests.some((stated) => sameBytes(digest, stated))) ?? digests[0];
  return { verification, shownSha256: shownSha256 ? Buffer.from(shownSha256).toString('hex') : null, findings };
}

async function examineHandwriting(
  { signature, envelope }: EmbeddedHandwriting,
  { resolve }: HandwrittenFile,
  verification: Verification,
  key: Uint8Array,
  shownDigests: readonly Uint8Array[],
): Promise<Finding> {
  // Two fields of an unusual file may have the same name: match the signature of the same revision.
  const verified = verification.signatures.find(
    ({ field, revision }) => field === signature.field.name && revision === signature.revision + 1,
  );
  const faults: ExpertFault[] = [];
  const notes: ExpertNote[] = [];
  if (!verification.intact) faults.push('file.altered');
  if (!verified || verified.indication === 'TOTAL-FAILED') faults.push('signature.failed');
  // The holder of a file can sign another text in any name: an unknown authority's signature binds nothing.
  else if (verified.indication !== 'TOTAL-PASSED') faults.push('signature.undecided');
  const opened = await open(envelope, key, await readPicture(signature.field, resolve));
  if (typeof opened === 'string') faults.push(opened);
  else {
    const { bound } = opened;
    if (!shownDigests.some((digest) => sameBytes(digest, bound.shownSha256))) faults.push('document.other');
    if (bound.field !== signature.field.name) faults.push('field.other');
    const act = actOf(signature.contents);
    if (!act?.startsWith('FASCICOLO-')) notes.push('session.unproven');
    else if (!act.startsWith(`FASCICOLO-${bound.session}-`)) faults.push('session.other');
    const judgement = judgePicture(opened);
    if (judgement?.fault) faults.push(judgement.fault);
    if (judgement?.note) notes.push(judgement.note);
  }
  return {
    field: signature.field.name,
    signer: verified?.signer ?? null,
    signedAt: verified?.signedAt ?? null,
    envelopeSha256: createHash('sha256').update(envelope).digest('hex'),
    faults,
    notes,
    opened: typeof opened === 'string' ? null : opened,
  };
}

/** Compares the drawing in the document, the one named in the envelope, and the one computed from the strokes. */
function judgePicture({
  bound,
  capture,
  drawing,
  picture,
}: OpenedHandwriting): { fault?: PictureFault; note?: ExpertNote } | null {
  if (drawing.envelope !== null && drawing.envelope !== drawing.strokes) return { fault: 'picture.strokes' };
  if (picture === 'foreign') return { fault: 'picture.foreign' };
  if (picture === 'none') return { note: 'picture.absent' };
  if (bound.drawingSha256 === null) {
    return areAlike(picture.lines, drawingOf(capture).lines)
      ? { note: 'picture.unbound' }
      : { fault: 'picture.unlike' };
  }
  return drawing.document === drawing.envelope ? null : { fault: 'picture.other' };
}

async function open(
  envelope: Uint8Array,
  key: Uint8Array,
  picture: ReadPicture,
): Promise<OpenedHandwriting | ExpertFault> {
  try {
    const bound = await openInk(envelope, key);
    if (bound.formatVersion !== inkFormat) return 'ink.form';
    const capture = captureOf(bound.ink);
    const form = typeof picture === 'string' ? null : picture.form;
    const drawing: DrawingDigests = {
      envelope: bound.drawingSha256 && toHex(bound.drawingSha256),
      document: form && createHash('sha256').update(form).digest('hex'),
      strokes: toHex(await drawingDigest(drawingOf(capture))),
    };
    return { bound, capture, drawing, picture };
  } catch (error) {
    if (error instanceof EnvelopeRefused)
      return error.code === 'certificate' ? 'envelope.form' : `envelope.${error.code}`;
    if (error instanceof DerError || error instanceof InkFormatError) return 'ink.form';
    throw error;
  }
}

/** No hand moves the same way twice: strokes equal in every point were copied. */
function markRepeated(findings: readonly Finding[]): void {
  const movements = findings.map(({ opened }) => opened && JSON.stringify(opened.capture.points));
  for (const [n, finding] of findings.entries()) {
    const movement = movements[n];
    if (movement && movements.some((other, m) => m !== n && other === movement)) finding.notes.push('ink.repeated');
  }
}

/** The act for which the signer's certificate was issued: FASCICOLO-session-point; null when it names none. */
function actOf(contents: Uint8Array): string | null {
  try {
    const certificate = signerCertificate(readCms(contents));
    return certificate && nameAttribute(readCertificate(certificate).subject, oid.serialNumber);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
