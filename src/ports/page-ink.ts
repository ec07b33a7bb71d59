/** Measures how much of a page is printed on, using the drawn page. */

export interface BoxOnPage {
  /** 1-based. */
  readonly page: number;
  /** Left, bottom, right, top in PDF points, in the page's own coordinates; within its crop box. */
  readonly box: readonly [number, number, number, number];
}

export interface PageInk {
  /**
   * @param bytes of a file that passed the intake gate.
   * @returns for each box the share of its area, 0 to 1, that writing and pictures cover. Thin lines, dots and light tints
   * do not count: see `writtenShare` in `src/domain/signing/fields/written-share.ts`. @throws when a page cannot be drawn
   */
  inkIn(bytes: Uint8Array, boxes: readonly BoxOnPage[]): Promise<number[]>;
}
