/** The text of a PDF's first pages, read in the browser: nothing is sent anywhere (P-19). */
import { openPdf } from '../../connected/pdf/pdf-engine.ts';

/** Customer and car stand in front; a manual of hundreds of pages would keep people waiting. */
const PAGES = 5;

/** Lines and pieces as one text. Rejects when the file cannot be opened. */
export async function readPdfText(file: Blob): Promise<string> {
  const pdf = await openPdf(file, () => {});
  try {
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(PAGES, pdf.pages); number += 1) {
      const items = await pdf.readText(number);
      pages.push(items.map((item) => (item.endsLine ? `${item.text}\n` : item.text)).join(''));
    }
    return pages.join('\n');
  } finally {
    pdf.close();
  }
}
