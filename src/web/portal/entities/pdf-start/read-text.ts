/** Reads the text of a PDF's first pages in the browser: nothing is sent. */
import { openFile } from '../../connected/pdf/open-file.ts';

/** Customer and car are on the first pages; reading a manual of hundreds of pages would take long. */
const PAGES = 5;

/** Lines and pieces joined into one text. Rejects when the file cannot be opened. */
export async function readPdfText(file: Blob): Promise<string> {
  const pdf = await openFile(file, () => {});
  try {
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(PAGES, pdf.pageCount); number += 1) {
      const items = await pdf.readText(number);
      pages.push(items.map((item) => (item.endsLine ? `${item.text}\n` : item.text)).join(''));
    }
    return pages.join('\n');
  } finally {
    void pdf.close();
  }
}
