/** The visible text of a document's pages: laid over their pictures, for the search, and for proposals. */
import { AnnotationMode, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type EnginePdf, type OpenPdf, sizeOf, untilCancelled } from '../../../shared/pdf/engine.ts';
import { memoryLimits, releaseCanvas } from '../../../shared/pdf/memory-limits.ts';
import { canvasScale } from '../../../shared/pdf/page-positions.ts';
import type { TextItem } from './search.ts';
import { visiblePieces } from './visible-text.ts';

interface PageText {
  /** Lays the page's text invisibly over its picture; returns the element of each piece of text, in reading order. */
  layText(number: number, into: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  /** The page's visible text, in the same pieces; renders the page once for it. */
  readText(number: number): Promise<readonly TextItem[]>;
  /** The page's text as stored in the file, including hidden pieces: a quick way to find pages worth reading. */
  readClaimedText(number: number): Promise<readonly TextItem[]>;
}

/** An open document whose text can be read. */
export interface ReadablePdf extends OpenPdf, PageText {}

export function pageTextOf({ pageOf }: EnginePdf): PageText {
  /** A page that cannot be rendered has no visible text. */
  const visibility = new Map<number, Promise<boolean[]>>();
  const visibilityOf = (number: number): Promise<boolean[]> => {
    const cached =
      visibility.get(number) ??
      pageOf(number)
        .then(pieceVisibility)
        .catch(() => []);
    visibility.set(number, cached);
    return cached;
  };
  const itemsOf = async (number: number) => textItems(await (await pageOf(number)).getTextContent());
  return {
    async layText(number, container, signal) {
      const page = await pageOf(number);
      const textContentSource = await page.getTextContent();
      const visible = await visibilityOf(number);
      if (signal.aborted) return [];
      const layer = new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) });
      await untilCancelled(layer.render(), () => layer.cancel(), signal);
      // Hidden text is neither marked, copied nor read aloud; the other pieces keep their positions.
      for (const [index, element] of layer.textDivs.entries()) if (!visible[index]) element.textContent = '';
      return layer.textDivs;
    },
    async readText(number) {
      const visible = await visibilityOf(number);
      const items = await itemsOf(number);
      return items.map(({ str, hasEOL }, index) => ({ text: visible[index] ? str : '', endsLine: hasEOL }));
    },
    async readClaimedText(number) {
      return (await itemsOf(number)).map(({ str, hasEOL }) => ({ text: str, endsLine: hasEOL }));
    },
  };
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const textItems = ({ items }: TextContent) => items.flatMap((item) => ('str' in item ? [item] : []));

/** For each piece of a page's text, whether it is visible: renders the page at one pixel per point. */
async function pieceVisibility(page: PDFPageProxy): Promise<boolean[]> {
  const size = sizeOf(page);
  const viewport = page.getViewport({ scale: canvasScale(size, size.width, 1, memoryLimits().canvasPixels) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  const pieces = textItems(await page.getTextContent());
  releaseCanvas(canvas);
  if (data === undefined) return pieces.map(() => false);
  return visiblePieces(pieces, { width, height, data, transform: viewport.transform });
}
