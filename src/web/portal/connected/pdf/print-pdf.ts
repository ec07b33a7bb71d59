/**
 * Prints a PDF with the browser's own dialog. The pages are rendered here, because browsers differ in letting a page
 * print an embedded viewer, and the portal's content policy does not allow framing a file.
 */
import type { PageSize } from '../../../shared/pdf/page-positions.ts';
import { openFile } from './open-file.ts';

/** Pictures of more pages would take more memory than a desk computer can spare. */
const MAX_PAGES = 100;
const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;

/** The document has more pages than can be rendered for printing. */
export class TooManyPages extends Error {
  readonly pages: number;

  constructor(pages: number) {
    super(`${pages} pages are too many to be printed from the browser`);
    this.name = 'TooManyPages';
    this.pages = pages;
  }
}

interface Sheet {
  readonly size: PageSize;
  readonly picture: HTMLImageElement;
}

async function pictureOf(canvas: HTMLCanvasElement): Promise<HTMLImageElement> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error('The page could not be drawn for the printer');
  const picture = new Image();
  picture.src = URL.createObjectURL(blob);
  await picture.decode();
  return picture;
}

async function drawSheets(file: Blob, onPage: (page: number, pages: number) => void): Promise<Sheet[]> {
  const pdf = await openFile(file, () => {});
  const { signal } = new AbortController();
  const canvas = document.createElement('canvas');
  const sheets: Sheet[] = [];
  try {
    if (pdf.pageCount > MAX_PAGES) throw new TooManyPages(pdf.pageCount);
    for (let page = 1; page <= pdf.pageCount; page += 1) {
      onPage(page, pdf.pageCount);
      const size = await pdf.sizeOf(page);
      const width = (size.width * DOTS_PER_INCH) / POINTS_PER_INCH;
      await pdf.draw(page, canvas, { width, pixelRatio: 1, signal });
      sheets.push({ size, picture: await pictureOf(canvas) });
      pdf.release(page);
    }
    return sheets;
  } finally {
    canvas.width = 0;
    void pdf.close();
  }
}

/** Style rules that put each page on a sheet of the page's size and hide the rest of the portal. Sizes in points. */
function rulesFor(sizes: readonly PageSize[]): string {
  const pages = sizes.map(
    ({ width, height }, index) =>
      `@page sheet${index} { size: ${width}pt ${height}pt; margin: 0; @bottom-right { content: none; } }`,
  );
  return `${pages.join('\n')}
@media screen { [data-sheets] { display: none; } }
@media print {
  body > :not([data-sheets]) { display: none !important; }
  [data-sheets] img { display: block; max-width: 100%; break-inside: avoid; }
}`;
}

/** Removes the sheets of the last print; they remain in a browser that never fired the end event. */
let removeSheets = (): void => {};

function openPrint(sheets: readonly Sheet[]): void {
  removeSheets();
  const rules = new CSSStyleSheet();
  rules.replaceSync(rulesFor(sheets.map(({ size }) => size)));
  const holder = document.createElement('div');
  holder.dataset.sheets = '';
  for (const [index, { size, picture }] of sheets.entries()) {
    picture.alt = '';
    picture.style.cssText = `page: sheet${index}; width: ${size.width}pt; height: ${size.height}pt`;
    holder.append(picture);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  document.body.append(holder);
  removeSheets = () => {
    removeEventListener('afterprint', removeSheets);
    holder.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((styleSheet) => styleSheet !== rules);
    for (const { picture } of sheets) URL.revokeObjectURL(picture.src);
    removeSheets = () => {};
  };
  addEventListener('afterprint', removeSheets);
  window.print();
}

/**
 * Draws every page for the printer; the returned function opens the print dialog. Throws PdfFailure or TooManyPages.
 * @param onPage receives the page being drawn and the number of pages.
 */
export async function preparePrint(file: Blob, onPage: (page: number, pages: number) => void): Promise<() => void> {
  const sheets = await drawSheets(file, onPage);
  return () => openPrint(sheets);
}
