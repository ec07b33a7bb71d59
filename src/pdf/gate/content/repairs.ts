/** Changes that make a file unambiguous without altering what programs show; collected during the check, applied afterwards. */

import type { PdfObject, PdfRef } from '@libpdf/core';

/** Registers a new object of the file. @returns its reference. */
export type Register = (object: PdfObject) => PdfRef;

export class Repairs {
  /** Technical, without text from the file. */
  readonly reasons = new Set<string>();
  readonly #changes: (() => void)[] = [];

  add(reason: string, change: () => void): void {
    this.reasons.add(reason);
    this.#changes.push(change);
  }

  apply(): void {
    for (const change of this.#changes) change();
  }
}
