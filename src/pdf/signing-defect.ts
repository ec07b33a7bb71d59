/** Why the signature layer cannot continue; each code is a defect or a refusal with one meaning. */

export type SigningDefectCode =
  /** The file was not prepared: encrypted, recovered by brute force, junk before the header. */
  | 'file.unprepared'
  | 'field.missing'
  | 'field.signed'
  /** A seal has closed the file: no more signatures are allowed. */
  | 'file.locked'
  /** A certification signature must be the first one. */
  | 'certify.notFirst'
  /** A Sì/No pair without an answer, or an answer without a pair. */
  | 'choice.unanswered'
  /** There is a signature already, which would not cover an answer. */
  | 'choice.late'
  /** The handwriting is not an envelope sealed for the custodian. */
  | 'handwriting.form'
  /** The token did not fit into the reserved space, even after one retry. */
  | 'contents.tooSmall'
  | 'key.mismatch'
  | 'timestamp.refused'
  /** The finished revision failed its own checks. */
  | 'check.prefix'
  | 'check.byteRange'
  | 'check.signature';

/** Thrown by the signature layer; the message is technical, in English, without personal data. */
export class SigningDefect extends Error {
  override readonly name = 'SigningDefect';
  readonly code: SigningDefectCode;

  constructor(code: SigningDefectCode, message: string) {
    super(message);
    this.code = code;
  }
}
