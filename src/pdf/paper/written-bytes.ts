/** Collects the bytes that pdfkit writes. */
import type PDFDocument from 'pdfkit';

/** @returns ends the document and gives its bytes. */
export function collectBytes(drawing: InstanceType<typeof PDFDocument>): () => Promise<Buffer> {
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    drawing.on('data', (chunk: Buffer) => chunks.push(chunk));
    drawing.on('end', resolve);
    drawing.on('error', reject);
  });
  return async () => {
    drawing.end();
    await finished;
    return Buffer.concat(chunks);
  };
}
