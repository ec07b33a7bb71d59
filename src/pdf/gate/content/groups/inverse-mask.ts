/** Soft masks of the area outside a shape (ISO 32000-2, 11.6.5.2), which MuPDF draws as the area inside. */
import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';
import { boundsUnder } from '../../../boxes/matrix-bounds.ts';
import type { Register } from '../repairs.ts';

/** The bounding box of a form's box under its matrix. */
export function boundsOf(box: readonly number[], matrix: readonly number[]): Rectangle {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  return boundsUnder([x0, y0, x1, y1], [a, b, c, d, e, f]);
}

/**
 * Expresses the mask without a transfer function: black in the opacity of the shape, on white, by its luminosity.
 * @param mask of kind Alpha, its transfer 1 - x; changed in place. @param bounds of its drawing, in its
 * coordinates.
 */
export function invert(mask: PdfDict, bounds: Rectangle, register: Register | null): void {
  const form = mask.get('G');
  if (register === null || form === undefined) return;
  const shape = PdfDict.of({ Type: PdfName.of('Mask'), S: PdfName.of('Alpha'), G: form });
  const state = PdfDict.of({ Type: PdfName.of('ExtGState'), SMask: shape });
  const group = PdfDict.of({
    S: PdfName.of('Transparency'),
    CS: PdfName.of('DeviceGray'),
    I: PdfBool.of(true),
  });
  const [left, bottom, right, top] = bounds.map((side) => Number(side.toFixed(5))) as unknown as Rectangle;
  const black = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: PdfArray.of(...bounds.map((side) => PdfNumber.of(side))),
      Group: group,
      Resources: PdfDict.of({ ExtGState: PdfDict.of({ Shape: state }) }),
    },
    new TextEncoder().encode(`/Shape gs 0 g ${left} ${bottom} ${right - left} ${top - bottom} re f`),
  );
  mask.delete('TR');
  mask.set('S', PdfName.of('Luminosity'));
  mask.set('BC', PdfArray.of(PdfNumber.of(1)));
  mask.set('G', register(black));
}
