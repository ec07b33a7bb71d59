/** The server's requests to the drawing process, and the responses. Pages are numbered from 0; `to` is exclusive. */

import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import type { PageRectangle, PageShape } from '#domain/signing/places.ts';

export interface PageRange {
  readonly from: number;
  readonly to: number;
}

export interface EnginesRange extends PageRange {
  /** Pages of the whole file. */
  readonly pages: number;
  /** Pages made by the product: edges of letters may differ more than on pages of unknown origin. */
  readonly madeHere?: boolean;
}

export type DrawingQuestion =
  /** One file with this many pages: whether both engines show these pages alike. */
  | ({ readonly kind: 'engines' } & EnginesRange)
  /**
   * One prepared file: which of its first pages do not match their stored fingerprint, and whether both engines show
   * the pages of the range alike.
   */
  | ({ readonly kind: 'prepared'; readonly kept: readonly string[] } & EnginesRange)
  /** Two files: whether each of these pages looks the same in both. */
  | ({ readonly kind: 'versions'; readonly engines: 'PDFium' | 'both' } & PageRange)
  /** One file: the inked fraction of each rectangle, from 0 to 1. */
  | { readonly kind: 'ink'; readonly boxes: readonly InkBox[] }
  /** One file with all its displayed pages: where its signature lines are. */
  | { readonly kind: 'lines'; readonly pages: readonly PageShape[] };

/** A rectangle on a page, numbered from 1 like a `PageRectangle`; in the page's own coordinates. */
export type InkBox = Pick<PageRectangle, 'page' | 'box'>;

/** Why a page must not be signed. */
export type PageFinding =
  /** Two engines draw it differently. */
  | 'engines'
  /** It looks different after rewriting or preparation. */
  | 'versions'
  /** An image cannot be decoded: its area stays empty. */
  | 'image'
  /** An engine cannot draw it at all. */
  | 'undrawable';

export type DrawingAnswer =
  | {
      readonly ok: true;
      readonly ink?: readonly number[];
      readonly lines?: readonly SignatureLine[];
      /** For both engines, page by page from the start of the range: PDFium's drawing (`OpenPdfium.fingerprint`). */
      readonly fingerprints?: readonly string[];
      /** For a prepared file: pages that do not match their stored fingerprint. */
      readonly unlike?: readonly number[];
    }
  | {
      readonly ok: false;
      /** From 0. */
      readonly page: number;
      readonly finding: PageFinding;
      /** Technical; contains no text of the file. */
      readonly detail: string;
      /** PNG of the area in both drawings, side by side. */
      readonly picture: Uint8Array | null;
    };
