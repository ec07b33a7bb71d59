/** Sizes of all pages: that of the first one until the others are known. */
import { useCallback, useEffect, useState } from 'react';
import type { OpenPdf } from './engine.ts';
import type { PageSize } from './page-positions.ts';

/** Pages measured at once. */
const BATCH_SIZE = 25;

interface Measured {
  pdf: OpenPdf;
  sizes: readonly PageSize[];
  /** No size will change any more. */
  complete: boolean;
}

interface SheetSizes extends Omit<Measured, 'pdf'> {
  /** To measure a page of a file read in parts, its part would have to be loaded: its size is learned when it is rendered. */
  recordSize: (page: number, size: PageSize) => void;
}

const unmeasured = (pdf: OpenPdf): Measured => ({
  pdf,
  sizes: Array.from({ length: pdf.pageCount }, () => pdf.firstSize),
  complete: pdf.pageCount === 1,
});

export function useSheetSizes(pdf: OpenPdf): SheetSizes {
  const [state, setMeasured] = useState(() => unmeasured(pdf));
  let measured = state;
  if (measured.pdf !== pdf) {
    measured = unmeasured(pdf);
    setMeasured(measured);
  }

  useEffect(() => {
    if (!pdf.isWhole || pdf.pageCount === 1) return;
    let stopped = false;
    const measureAll = async () => {
      const sizes = [pdf.firstSize];
      while (sizes.length < pdf.pageCount && !stopped) {
        const next = sizes.length + 1;
        const count = Math.min(BATCH_SIZE, pdf.pageCount - sizes.length);
        // A page that cannot be opened reports it when it is rendered.
        const batch = Array.from({ length: count }, (_, index) => pdf.sizeOf(next + index).catch(() => pdf.firstSize));
        sizes.push(...(await Promise.all(batch)));
      }
      if (!stopped) setMeasured({ pdf, sizes, complete: true });
    };
    void measureAll();
    return () => {
      stopped = true;
    };
  }, [pdf]);

  const recordSize = useCallback(
    (page: number, size: PageSize) =>
      setMeasured((previous) => {
        const knownSize = previous.sizes[page - 1];
        const isKnown = knownSize?.width === size.width && knownSize.height === size.height;
        return previous.pdf !== pdf || isKnown ? previous : { ...previous, sizes: previous.sizes.with(page - 1, size) };
      }),
    [pdf],
  );
  return { sizes: measured.sizes, complete: measured.complete, recordSize };
}
