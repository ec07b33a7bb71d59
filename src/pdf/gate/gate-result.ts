/** The gate's verdict on a file, shared by the pool and its children. */

/** Largest accepted file. */
export const MAX_PDF_BYTES = 25 * 1024 * 1024;

/** Why a PDF may not be signed. */
export type GateRefusal =
  | 'pdf.notPdf'
  | 'pdf.broken'
  | 'pdf.ambiguous'
  | 'pdf.encrypted'
  | 'pdf.active'
  | 'pdf.extras'
  | 'pdf.field'
  | 'pdf.content'
  | 'pdf.tooLarge'
  | 'pdf.timeout'
  | 'pdf.tooManyPages'
  | 'pdf.alreadySigned';

export type GateResult =
  | { ok: true; bytes: Uint8Array; pages: number; normalised: boolean }
  | { ok: false; code: GateRefusal; detail: string; parameters?: Readonly<Record<string, string>> };

/**
 * Ends the inspection of a file with a refusal. `detail` is technical, is logged, and contains no text of the file;
 * `parameters` are values for the refusal's message.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: GateRefusal;
  readonly parameters: Readonly<Record<string, string>>;

  constructor(code: GateRefusal, detail: string, parameters: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.code = code;
    this.parameters = parameters;
  }
}
