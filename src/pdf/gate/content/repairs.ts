/** Changes that make a file plain without changing what programs show; collected while it is checked, made afterwards. */

import type { PdfObject, PdfRef } from '@libpdf/core';

/** Registers a new object of the file. @returns its reference. */
export type Register = (object: PdfObject) => PdfRef;

export class Repairs {
  /** Technical, without any text of the file. */
  readonly reasons = new Set<string>();
  readonly #changes: (() => void)[] = [];

  note(reason: string, change: () => void): void {
    this.reasons.add(reason);
    this.#changes.push(change);
  }

  make(): void {
    for (const change of this.#changes) change();
  }
}
