/** What the server asks the drawing process, and its answers. Pages are counted from 0; `to` is the first page left out. */

import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import type { PageShape, Place } from '#domain/signing/places.ts';

export interface PageRange {
  readonly from: number;
  readonly to: number;
}

export interface EnginesRange extends PageRange {
  /** Of the whole file. */
  readonly pages: number;
  /** Pages that the product itself made: edges of letters may differ more than on pages that nobody here has seen. */
  readonly madeHere?: boolean;
}

export type DrawingQuestion =
  /** One file of so many pages: do both engines show the same on these? */
  | ({ readonly kind: 'engines' } & EnginesRange)
  /**
   * One file that was prepared: which of its first pages do not have the picture that is kept of them, and do both engines
   * show the same on those of the range?
   */
  | ({ readonly kind: 'prepared'; readonly kept: readonly string[] } & EnginesRange)
  /** Two files: does each of these pages look in the second as it does in the first? */
  | ({ readonly kind: 'versions'; readonly engines: 'PDFium' | 'both' } & PageRange)
  /** One file: how much is drawn where, as a share of each box from 0 to 1? */
  | { readonly kind: 'ink'; readonly boxes: readonly InkBox[] }
  /** One file, all its pages as they are seen: where does it have lines for signatures? */
  | { readonly kind: 'lines'; readonly pages: readonly PageShape[] };

/** A box on a page, counted from 1 as places are; in the page's own coordinates. */
export type InkBox = Pick<Place, 'page' | 'box'>;

/** Why a page may not be signed. */
export type PageFinding =
  /** Two engines draw it differently. */
  | 'engines'
  /** It looks different after it was rewritten or prepared. */
  | 'versions'
  /** An image cannot be decoded: its place stays empty. */
  | 'image'
  /** An engine cannot draw it at all. */
  | 'undrawable';

export type DrawingAnswer =
  | {
      readonly ok: true;
      readonly ink?: readonly number[];
      readonly lines?: readonly SignatureLine[];
      /** Of both engines, page by page from the first of the range: what PDFium drew (`OpenPdfium.fingerprint`). */
      readonly fingerprints?: readonly string[];
      /** Of a prepared file: pages whose picture is not the one that is kept. */
      readonly unlike?: readonly number[];
    }
  | {
      readonly ok: false;
      /** From 0. */
      readonly page: number;
      readonly finding: PageFinding;
      /** Technical; nothing of the file's text. */
      readonly detail: string;
      /** PNG of the place in both drawings, side by side. */
      readonly picture: Uint8Array | null;
    };
