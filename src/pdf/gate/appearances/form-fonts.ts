/** Fonts that drawn appearances use, each added to the file once. */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, type PdfStream } from '@libpdf/core';
import { embedTypeface, flate, type Typeface } from '../../font.ts';
import { embedMarks } from './marks.ts';
import type { Style } from './style.ts';

export class FormFonts {
  readonly #register: (object: PdfDict) => PdfRef;
  readonly #faces = new Map<Typeface, PdfRef>();
  #marks: PdfRef | null = null;

  /** @param register gives an object its number. */
  constructor(register: (object: PdfDict) => PdfRef) {
    this.#register = register;
  }

  nameOf(face: Typeface): string {
    if (!this.#faces.has(face)) this.#faces.set(face, embedTypeface(face, this.#register));
    return `T${[...this.#faces.keys()].indexOf(face)}`;
  }

  /** A form XObject as large as the widget. @param operators name fonts by {@link nameOf}, the marks as /Marks. */
  appearance(style: Style, operators: string): PdfStream {
    const form = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, Buffer.from(operators, 'latin1'));
    const numbers = (values: readonly number[]): PdfArray => PdfArray.of(...values.map((value) => PdfNumber.of(value)));
    form.set('BBox', numbers([0, 0, style.width, style.height]));
    if (style.matrix) form.set('Matrix', numbers(style.matrix));
    const fonts = new PdfDict();
    [...this.#faces.values()].forEach((ref, index) => {
      if (operators.includes(`/T${index} `)) fonts.set(`T${index}`, ref);
    });
    if (operators.includes('/Marks ')) {
      this.#marks ??= embedMarks(this.#register);
      fonts.set('Marks', this.#marks);
    }
    form.set('Resources', fonts.size > 0 ? PdfDict.of({ Font: fonts }) : new PdfDict());
    return form;
  }
}
