/** Sizes of all pages: that of the first one until the others are known. */
import { useCallback, useEffect, useState } from 'react';
import type { OpenPdf } from './engine.ts';
import type { PageSize } from './sheets.ts';

/** Pages measured at once. */
const PORTION = 25;

interface Measured {
  pdf: OpenPdf;
  sizes: readonly PageSize[];
  /** No size will change any more. */
  complete: boolean;
}

interface SheetSizes extends Omit<Measured, 'pdf'> {
  /** To measure a page of a file read in parts, its part would have to be loaded: its size is learned when it is rendered. */
  learn: (page: number, size: PageSize) => void;
}

const unmeasured = (pdf: OpenPdf): Measured => ({
  pdf,
  sizes: Array.from({ length: pdf.pages }, () => pdf.first),
  complete: pdf.pages === 1,
});

export function useSheetSizes(pdf: OpenPdf): SheetSizes {
  const [state, setMeasured] = useState(() => unmeasured(pdf));
  let measured = state;
  if (measured.pdf !== pdf) {
    measured = unmeasured(pdf);
    setMeasured(measured);
  }

  useEffect(() => {
    if (!pdf.isWhole || pdf.pages === 1) return;
    let stopped = false;
    const measure = async () => {
      const sizes = [pdf.first];
      while (sizes.length < pdf.pages && !stopped) {
        const next = sizes.length + 1;
        const count = Math.min(PORTION, pdf.pages - sizes.length);
        // A page that cannot be opened reports it when it is rendered.
        const portion = Array.from({ length: count }, (_, index) => pdf.sizeOf(next + index).catch(() => pdf.first));
        sizes.push(...(await Promise.all(portion)));
      }
      if (!stopped) setMeasured({ pdf, sizes, complete: true });
    };
    void measure();
    return () => {
      stopped = true;
    };
  }, [pdf]);

  const learn = useCallback(
    (page: number, size: PageSize) =>
      setMeasured((before) => {
        const known = before.sizes[page - 1];
        const isKnown = known?.width === size.width && known.height === size.height;
        return before.pdf !== pdf || isKnown ? before : { ...before, sizes: before.sizes.with(page - 1, size) };
      }),
    [pdf],
  );
  return { sizes: measured.sizes, complete: measured.complete, learn };
}
