/** Makes appearance streams, and adds the fonts they use to the file once. */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, type PdfStream } from '@libpdf/core';
import { Canvas, type FontRefs } from '../../page/canvas.ts';
import { embedTypeface, type FontWeight, flate, typeface } from '../../page/font.ts';
import { embedMarks } from './button-marks.ts';
import type { Style } from './widget-style.ts';

/** Layers drawn in this order: frame and highlights, mark, text. */
export interface Drawing {
  readonly frame: string;
  readonly mark: string;
  readonly text: Canvas;
}

export const emptyDrawing = (frame: string): Drawing => ({ frame, mark: '', text: new Canvas() });

export class FormFonts {
  readonly #register: (object: PdfDict) => PdfRef;
  readonly #faces = new Map<FontWeight, PdfRef>();
  #marks: PdfRef | null = null;

  /** @param register assigns a number to an object. */
  constructor(register: (object: PdfDict) => PdfRef) {
    this.#register = register;
  }

  /** A form XObject the size of the widget; null if nothing is drawn. */
  appearance(style: Style, { frame, mark, text }: Drawing): PdfStream | null {
    const content = [frame, mark, text.content().toString('latin1')].filter(Boolean).join('\n');
    if (content === '') return null;
    const form = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, Buffer.from(content, 'latin1'));
    form.set('BBox', numbers([0, 0, style.width, style.height]));
    if (style.matrix) form.set('Matrix', numbers(style.matrix));
    const resources = text.resources(this.#references());
    if (mark !== '') {
      this.#marks ??= embedMarks(this.#register);
      resources.set('Font', PdfDict.of({ Marks: this.#marks }));
    }
    form.set('Resources', resources);
    return form;
  }

  /** Typefaces are embedded on first use. */
  #references(): FontRefs {
    const reference = (weight: FontWeight): PdfRef => {
      const fontRef = this.#faces.get(weight) ?? embedTypeface(typeface(weight), this.#register);
      this.#faces.set(weight, fontRef);
      return fontRef;
    };
    return {
      register: this.#register,
      get regular() {
        return reference('regular');
      },
      get semibold() {
        return reference('semibold');
      },
    };
  }
}

const numbers = (values: readonly number[]): PdfArray => PdfArray.of(...values.map((value) => PdfNumber.of(value)));
