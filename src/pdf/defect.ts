/** What keeps the signature layer from going on; each code is a defect or a refusal with one meaning. */

export type SigningDefectCode =
  /** The file is not one that was prepared: encrypted, recovered by brute force, junk before the header. */
  | 'file.unprepared'
  | 'field.missing'
  | 'field.signed'
  /** A seal has closed the file: nothing may be signed any more. */
  | 'file.locked'
  /** A certification signature must be the first one. */
  | 'certify.notFirst'
  /** A Sì/No pair without an answer, or an answer without a pair. */
  | 'choice.unanswered'
  /** A signature is there already: an answer would not be covered by it. */
  | 'choice.late'
  /** What should be handwriting sealed for the custodian is no such envelope. */
  | 'handwriting.form'
  /** The token did not fit the room kept for it, even after one retry. */
  | 'contents.tooSmall'
  | 'key.mismatch'
  | 'timestamp.refused'
  /** The finished revision did not pass its own checks. */
  | 'check.prefix'
  | 'check.byteRange'
  | 'check.signature';

/** Thrown by the signature layer; the message is technical, English, without personal data. */
export class SigningDefect extends Error {
  override readonly name = 'SigningDefect';
  readonly code: SigningDefectCode;

  constructor(code: SigningDefectCode, message: string) {
    super(message);
    this.code = code;
  }
}
