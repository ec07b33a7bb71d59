/** Reads which words an appearance stream shows, and where (ISO 32000-2, 9.4). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Cursor } from '#formats/verify/syntax.ts';
import { apply, IDENTITY, type Matrix, matrixOf, multiply } from '../../boxes/matrix.ts';
import { follow } from '../reading/follow-references.ts';
import { decodedStream } from './decoded-stream.ts';
import { type FontReader, fontReader } from './font-reader.ts';
import { numbersAt } from './form-field.ts';

const MAX_FORM_DEPTH = 8;
const MAX_OPERATORS = 200_000;
const INVISIBLE = 3;
const FILL_OPERATORS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);

/** One shown string, in the appearance's coordinates. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  /** Font size as drawn, in points. */
  readonly size: number;
}

export interface AppearanceContent {
  readonly pieces: Piece[];
  /** Filled rectangles: left, bottom, right, top. */
  readonly fills: [number, number, number, number][];
  /** False if a font does not identify its characters, or the stream cannot be read to its end. */
  readable: boolean;
  /** Whether anything is painted. */
  paints: boolean;
  /** A font is missing from the appearance's resources: readers replace it in different ways. */
  fontMissing: boolean;
}

interface TextState {
  font: FontReader | null;
  size: number;
  spacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
}

interface State extends TextState {
  matrix: Matrix;
}

/** State shared by an appearance and its nested forms. */
interface InterpreterContext {
  readonly resolve: Resolve;
  readonly shown: AppearanceContent;
  operatorsLeft: number;
}

/** Appearances of a form share fonts. */
const readers = new WeakMap<PdfDict, FontReader>();

function readerOf(font: PdfDict, resolve: Resolve): FontReader {
  const reader = readers.get(font) ?? fontReader(font, resolve);
  readers.set(font, reader);
  return reader;
}

/** @returns the text and fills that the stream shows, including nested forms. */
export function readAppearance(appearance: PdfStream, resolve: Resolve): AppearanceContent {
  const content: AppearanceContent = { pieces: [], fills: [], readable: true, paints: false, fontMissing: false };
  const start: State = {
    ...{ font: null, size: 0, spacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0, mode: 0 },
    matrix: IDENTITY,
  };
  new Interpreter(appearance, { resolve, shown: content, operatorsLeft: MAX_OPERATORS }, start, 0).run();
  return content;
}

class Interpreter {
  readonly #stream: PdfStream;
  readonly #reading: InterpreterContext;
  readonly #resolve: Resolve;
  readonly #shown: AppearanceContent;
  readonly #depth: number;
  readonly #saved: State[] = [];
  readonly #fonts = new Map<string, FontReader | null>();
  #state: State;
  #text: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;
  #rectangles: [number, number, number, number][] = [];
  #operands: PdfObject[] = [];

  constructor(stream: PdfStream, reading: InterpreterContext, state: State, depth: number) {
    this.#stream = stream;
    this.#reading = reading;
    this.#resolve = reading.resolve;
    this.#shown = reading.shown;
    this.#state = state;
    this.#depth = depth;
  }

  run(): void {
    const data = decodedStream(this.#stream);
    if (!data) {
      this.#shown.readable = false;
      return;
    }
    const cursor = new Cursor(data, 0);
    try {
      while (this.#reading.operatorsLeft > 0) {
        cursor.skipSpace();
        const byte = cursor.peek();
        if (byte === undefined) return;
        if (isOperator(byte)) this.#operator(cursor);
        else this.#operands.push(cursor.object());
      }
      this.#shown.readable = false;
    } catch {
      this.#shown.readable = false;
    }
  }

  #operator(cursor: Cursor): void {
    const name = cursor.word();
    // Unknown operators are skipped, as readers do; an inline image would be parsed as operators.
    if (name === '' || name === 'BI') cursor.fail('not an operator');
    this.#reading.operatorsLeft -= 1;
    if (name !== 'true' && name !== 'false' && name !== 'null') this.#apply(name);
    this.#operands = [];
  }

  #number(index: number): number {
    const value = this.#operands[index];
    return value instanceof PdfNumber ? value.value : 0;
  }

  #matrix(): Matrix {
    return [0, 1, 2, 3, 4, 5].map((index) => this.#number(index)) as unknown as Matrix;
  }

  #apply(name: string): void {
    const state = this.#state;
    switch (name) {
      case 'q':
        this.#saved.push({ ...state });
        return;
      case 'Q':
        this.#state = this.#saved.pop() ?? state;
        return;
      case 'cm':
        state.matrix = multiply(this.#matrix(), state.matrix);
        return;
      case 'Do':
        this.#form();
        return;
      default:
        if (!this.#applyText(name) && !this.#applyPosition(name)) this.#applyPath(name);
    }
  }

  #applyText(name: string): boolean {
    const state = this.#state;
    if (name === 'Tf') {
      const font = this.#operands[0];
      state.font = font instanceof PdfName ? this.#font(font.value) : null;
      state.size = this.#number(1);
    } else if (name === 'Tc') state.spacing = this.#number(0);
    else if (name === 'Tw') state.wordSpacing = this.#number(0);
    else if (name === 'Tz') state.scale = this.#number(0) / 100;
    else if (name === 'TL') state.leading = this.#number(0);
    else if (name === 'Ts') state.rise = this.#number(0);
    else if (name === 'Tr') state.mode = this.#number(0);
    else if (name === 'Tj') this.#show(this.#operands[0]);
    else if (name === 'TJ') this.#showAll();
    else if (name === "'" || name === '"') {
      if (name === '"') [state.wordSpacing, state.spacing] = [this.#number(0), this.#number(1)];
      this.#move(0, -state.leading);
      this.#show(this.#operands.at(-1));
    } else return false;
    return true;
  }

  #applyPosition(name: string): boolean {
    if (name === 'BT') [this.#text, this.#line] = [IDENTITY, IDENTITY];
    else if (name === 'Tm') [this.#text, this.#line] = [this.#matrix(), this.#matrix()];
    else if (name === 'Td') this.#move(this.#number(0), this.#number(1));
    else if (name === 'TD') {
      this.#state.leading = -this.#number(1);
      this.#move(this.#number(0), this.#number(1));
    } else if (name === 'T*') this.#move(0, -this.#state.leading);
    else return false;
    return true;
  }

  #applyPath(name: string): void {
    if (name === 're') {
      const [x, y, width, height] = [0, 1, 2, 3].map((index) => this.#number(index)) as [
        number,
        number,
        number,
        number,
      ];
      const [left, bottom] = apply(this.#state.matrix, x, y);
      const [right, top] = apply(this.#state.matrix, x + width, y + height);
      this.#rectangles.push([
        ...([Math.min(left, right), Math.min(bottom, top)] as const),
        ...([Math.max(left, right), Math.max(bottom, top)] as const),
      ]);
    } else if (FILL_OPERATORS.has(name)) {
      this.#shown.fills.push(...this.#rectangles);
      this.#rectangles = [];
      this.#shown.paints = true;
    } else if (['S', 's', 'sh'].includes(name)) {
      this.#rectangles = [];
      this.#shown.paints = true;
    } else if (name === 'n') this.#rectangles = [];
  }

  #move(x: number, y: number): void {
    this.#line = multiply([1, 0, 0, 1, x, y], this.#line);
    this.#text = this.#line;
  }

  #showAll(): void {
    const list = this.#operands[0];
    if (!(list instanceof PdfArray)) return;
    for (const item of list) {
      if (item instanceof PdfNumber) this.#advance((-item.value / 1000) * this.#state.size * this.#state.scale);
      else this.#show(item);
    }
  }

  #advance(distance: number): void {
    this.#text = multiply([1, 0, 0, 1, distance, 0], this.#text);
  }

  #show(value: PdfObject | undefined): void {
    if (!(value instanceof PdfString)) return;
    const state = this.#state;
    if (!state.font) {
      if (value.bytes.length > 0) this.#shown.fontMissing = true;
      return;
    }
    const matrix = multiply(this.#text, state.matrix);
    const [x, y] = apply(matrix, 0, state.rise);
    let text = '';
    for (const glyph of state.font(value.bytes)) {
      if (glyph.text === null) this.#shown.readable = false;
      text += glyph.text ?? '\ufffd';
      const extra = state.spacing + (glyph.text === ' ' ? state.wordSpacing : 0);
      this.#advance(((glyph.width / 1000) * state.size + extra) * state.scale);
    }
    const [endX, endY] = apply(multiply(this.#text, state.matrix), 0, state.rise);
    const size = Math.abs(state.size) * Math.hypot(matrix[2], matrix[3]);
    if (state.mode === INVISIBLE || text === '') return;
    this.#shown.paints = true;
    this.#shown.pieces.push({ text, x, y, endX, endY, size });
  }

  #font(name: string): FontReader | null {
    const cached = this.#fonts.get(name);
    if (cached !== undefined) return cached;
    const font = this.#resource('Font', name);
    const reader = font instanceof PdfDict ? readerOf(font, this.#resolve) : null;
    this.#fonts.set(name, reader);
    return reader;
  }

  #resource(kind: string, name: string): PdfObject | undefined {
    const resources = follow(this.#stream.get('Resources'), this.#resolve);
    const group = resources instanceof PdfDict ? follow(resources.get(kind), this.#resolve) : undefined;
    return group instanceof PdfDict ? follow(group.get(name), this.#resolve) : undefined;
  }

  #form(): void {
    const name = this.#operands[0];
    const form = name instanceof PdfName ? this.#resource('XObject', name.value) : undefined;
    if (form instanceof PdfStream && form.getName('Subtype', this.#resolve)?.value === 'Image')
      this.#shown.paints = true;
    if (!(form instanceof PdfStream) || form.getName('Subtype', this.#resolve)?.value !== 'Form') return;
    if (this.#depth >= MAX_FORM_DEPTH) {
      this.#shown.readable = false;
      return;
    }
    const formMatrix = matrixOf(numbersAt(form, 'Matrix', 6, this.#resolve));
    const state = { ...this.#state, matrix: multiply(formMatrix, this.#state.matrix) };
    new Interpreter(form, this.#reading, state, this.#depth + 1).run();
  }
}

/** Any byte that starts neither an operand nor white space; ' and " are one-character operators. */
const isOperator = (byte: number): boolean => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z'"*]/.test(character);
};
