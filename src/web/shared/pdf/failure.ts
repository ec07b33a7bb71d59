/** Why a document cannot be shown. */

/** `unreachable`: its file is refused; `away`: the network is missing. */
export type PdfTrouble = 'encrypted' | 'broken' | 'unreachable' | 'away';

export class PdfFailure extends Error {
  readonly trouble: PdfTrouble;

  constructor(trouble: PdfTrouble, options?: ErrorOptions) {
    super(`The document cannot be shown: ${trouble}`, options);
    this.name = 'PdfFailure';
    this.trouble = trouble;
  }
}

/** The failure of a file that pdf.js cannot read. */
export function asPdfFailure(cause: unknown): PdfFailure {
  if (cause instanceof PdfFailure) return cause;
  const isEncrypted = cause instanceof Error && cause.name === 'PasswordException';
  return new PdfFailure(isEncrypted ? 'encrypted' : 'broken', { cause });
}
