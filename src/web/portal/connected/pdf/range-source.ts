/** Reads a stored file in parts, so that its first page appears long before the last byte arrives (RFC 9110, section 14). */
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfSource } from '../../../shared/pdf/engine.ts';
import { askPart } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { FIRST_PART, PART_BYTES } from '../../api/queries/preview.ts';
import type { Request } from '../../api/request.ts';

class PartTransport extends PDFDataRangeTransport {
  private readonly file: Request;
  private readonly stop: AbortController;
  private readonly onFailure: (failure: unknown) => void;

  constructor(
    file: Request,
    first: { bytes: Uint8Array; total: number },
    stop: AbortController,
    onFailure: (failure: unknown) => void,
  ) {
    super(first.total, first.bytes);
    this.file = file;
    this.stop = stop;
    this.onFailure = onFailure;
  }

  override requestDataRange(start: number, end: number): void {
    void this.fetch(start, end).catch((failure: unknown) => {
      if (!this.stop.signal.aborted) this.onFailure(failure);
    });
  }

  /** Retry once after a broken connection; a refusal is final. */
  private async fetch(start: number, end: number): Promise<void> {
    const fetchPart = () => askPart(this.file, { start, end }, this.stop.signal);
    const part = await fetchPart().catch((failure: unknown) => {
      if (failure instanceof ApiFailure && failure.status === 0) return fetchPart();
      throw failure;
    });
    // An intermediary may answer with the whole file.
    const bytes = part.bytes.length > end - start ? part.bytes.slice(start, end) : part.bytes;
    if (!this.stop.signal.aborted) this.onDataRange(start, bytes);
  }

  override abort(): void {
    this.stop.abort();
  }
}

/** The whole file, when it is small or was sent whole, or else a transport that loads the requested parts. Throws ApiFailure. @param onFailure a later part did not arrive. */
export async function openSource(
  file: Request,
  stop: AbortController,
  onFailure: (failure: unknown) => void,
): Promise<PdfSource> {
  const first = await askPart(file, FIRST_PART, stop.signal);
  if (first.bytes.length >= first.total) return { data: first.bytes };
  return { range: new PartTransport(file, first, stop, onFailure), rangeChunkSize: PART_BYTES };
}
