/**
 * Reads PDF objects strictly by ISO 32000-2, clause 7, without any repair. LibPDF repairs what it reads, which is right
 * at intake and wrong here: a verifier that repairs sees a different file from the signer's. Only LibPDF's object
 * classes are used.
 */
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

import { sameObject } from './same-object.ts';

/** The bytes violate the standard at `offset`. */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} (at byte ${offset})`);
    this.offset = offset;
  }
}

/** An encrypted file: nothing in it can be read as it was signed. */
export class EncryptedFault extends SyntaxFault {}

/** @returns the object behind a reference, if there is one. */
export type Resolve = (ref: PdfRef) => PdfObject | null;

export const resolved = (value: PdfObject | undefined, resolve: Resolve): PdfObject | null =>
  value instanceof PdfRef ? resolve(value) : (value ?? null);

export interface IndirectObject {
  number: number;
  generation: number;
  value: PdfObject;
  /** First byte of the object number. */
  start: number;
  /** First byte after `endobj`. */
  end: number;
}

/**
 * A number not written as plain digits with an optional minus: `132.0`, `+132`, `00000000132`. Readers disagree on
 * whether it is an integer.
 */
export class IrregularNumber extends PdfNumber {}

/**
 * @returns the value when every reader takes it as the same integer: written in place, in plain digits, within 32
 * bits; else null.
 */
export function integerOf(value: PdfObject | undefined): number | null {
  if (!(value instanceof PdfNumber) || value instanceof IrregularNumber || !Number.isInteger(value.value)) return null;
  return Math.abs(value.value) <= 0x7fff_ffff ? value.value : null;
}

/** Position of each string in the file: [first byte, first byte after it], including delimiters. */
export type StringSpans = Map<PdfString, readonly [number, number]>;

const MAX_DEPTH = 200;

/** The class of each byte (ISO 32000-2, 7.2.3): regular unless listed otherwise. */
const CLASSES = new Uint8Array(256);
const [REGULAR, WHITESPACE, DELIMITER] = [0, 1, 2];
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = WHITESPACE;
for (const delimiter of '()<>[]{}/%') CLASSES[delimiter.charCodeAt(0)] = DELIMITER;

const code = (character: string): number => character.charCodeAt(0);
const [LT, GT, PERCENT, SLASH, HASH] = [code('<'), code('>'), code('%'), code('/'), code('#')];
const [OPEN, CLOSE, LBRACKET, RBRACKET, BACKSLASH] = [code('('), code(')'), code('['), code(']'), code('\\')];

export const isWhitespace = (byte: number | undefined): boolean => byte !== undefined && CLASSES[byte] === WHITESPACE;
const isRegular = (byte: number | undefined): boolean => byte !== undefined && CLASSES[byte] === REGULAR;

/** Maximum digits of an object number and of a generation. */
const NUMBER_DIGITS = 10;
const GENERATION_DIGITS = 5;

/** The bytes at `offset` are ambiguous, and readers interpret them differently. */
export class AmbiguousFault extends SyntaxFault {}

/** A reading position in the bytes of a file or of an object stream. */
export class Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  /** Collects the position of each string, if given. */
  readonly spans: StringSpans | null;

  constructor(bytes: Uint8Array, at: number, end = bytes.length, spans: StringSpans | null = null) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.spans = spans;
  }

  peek(ahead = 0): number | undefined {
    return this.at + ahead < this.end ? this.bytes[this.at + ahead] : undefined;
  }

  fail(message: string): never {
    throw new SyntaxFault(message, this.at);
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (let byte = this.peek(); byte !== undefined; byte = this.peek()) {
      if (CLASSES[byte] === WHITESPACE) this.at++;
      else if (byte === PERCENT) this.skipComment();
      else return;
    }
  }

  skipComment(): void {
    for (let byte = this.peek(); byte !== undefined && byte !== 10 && byte !== 13; byte = this.peek()) this.at++;
  }

  /** The run of regular characters at this position, as Latin-1 text. */
  word(): string {
    const start = this.at;
    while (isRegular(this.peek())) this.at++;
    return latin1(this.bytes, start, this.at);
  }

  /**
   * Reads the word at this position as an integer if it is at most this many digits and nothing else; otherwise returns
   * -1 and reads nothing.
   */
  #digits(maxDigits: number): number {
    let value = 0;
    let at = this.at;
    for (; at < this.end; at++) {
      const digit = (this.bytes[at] ?? 0) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const length = at - this.at;
    if (length === 0 || length > maxDigits || (at < this.end && isRegular(this.bytes[at]))) return -1;
    this.at = at;
    return value;
  }

  /** Reads a word that must be `expected`. */
  keyword(expected: string): void {
    this.skipSpace();
    const start = this.at;
    const word = this.word();
    if (word !== expected) throw new SyntaxFault(`expected ${expected}`, start);
  }

  /** Reads an unsigned decimal integer. */
  integer(): number {
    this.skipSpace();
    const start = this.at;
    const text = this.word();
    if (!/^\d{1,15}$/.test(text)) throw new SyntaxFault('expected an integer', start);
    return Number(text);
  }

  /** Reads any direct object or reference. */
  object(depth = 0): PdfObject {
    if (depth > MAX_DEPTH) this.fail('objects nested too deeply');
    this.skipSpace();
    const byte = this.peek();
    if (byte === undefined) this.fail('the file ends inside an object');
    if (byte === SLASH) return this.#name();
    if (byte === OPEN) return this.#placed(() => this.#literal());
    if (byte === LBRACKET) return this.#array(depth);
    if (byte === LT) return this.peek(1) === LT ? this.#dictionary(depth) : this.#placed(() => this.#hexadecimal());
    return this.#numberOrWord();
  }

  #placed(read: () => PdfString): PdfString {
    const start = this.at;
    const value = read();
    this.spans?.set(value, [start, this.at]);
    return value;
  }

  #name(): PdfName {
    this.at++;
    let text = '';
    for (let byte = this.peek(); byte !== undefined && isRegular(byte); byte = this.peek()) {
      this.at++;
      if (byte === HASH) {
        const high = hexDigit(this.peek());
        const low = hexDigit(this.peek(1));
        if (high < 0 || low < 0) this.fail('a name holds # without two digits');
        text += String.fromCharCode(high * 16 + low);
        this.at += 2;
      } else {
        text += String.fromCharCode(byte);
      }
    }
    return PdfName.of(text);
  }

  #literal(): PdfString {
    this.at++;
    const out: number[] = [];
    for (let level = 1; ; ) {
      const byte = this.peek();
      if (byte === undefined) this.fail('a string does not end');
      this.at++;
      if (byte === OPEN) level++;
      if (byte === CLOSE && --level === 0) break;
      if (byte === BACKSLASH) this.#escape(out);
      else if (byte === 13) {
        // Any end of line in a string reads as one line feed.
        if (this.peek() === 10) this.at++;
        out.push(10);
      } else out.push(byte);
    }
    return new PdfString(Uint8Array.from(out), 'literal');
  }

  #escape(out: number[]): void {
    const byte = this.peek();
    if (byte === undefined) this.fail('a string does not end');
    this.at++;
    const simple = 'n\nr\rt\tb\bf\f'.indexOf(String.fromCharCode(byte));
    if (byte >= 48 && byte <= 55) {
      let value = byte - 48;
      for (let n = 0; n < 2; n++) {
        const next = this.peek();
        if (next === undefined || next < 48 || next > 55) break;
        value = value * 8 + next - 48;
        this.at++;
      }
      out.push(value & 255);
    } else if (byte === 13) {
      if (this.peek() === 10) this.at++;
    } else if (byte === 10) {
      // An escaped end of line continues the string.
    } else if (simple >= 0 && simple % 2 === 0) {
      out.push('n\nr\rt\tb\bf\f'.charCodeAt(simple + 1));
    } else {
      out.push(byte);
    }
  }

  #hexadecimal(): PdfString {
    const start = this.at + 1;
    const close = this.bytes.indexOf(GT, start);
    if (close < 0 || close >= this.end) this.fail('a string does not end');
    const bytes = new Uint8Array((close - start + 1) >> 1);
    let length = 0;
    let high = -1;
    for (let at = start; at < close; at++) {
      const digit = hexDigit(this.bytes[at]);
      if (digit < 0) {
        if (isWhitespace(this.bytes[at])) continue;
        throw new SyntaxFault('not a hexadecimal digit', at);
      }
      if (high < 0) high = digit;
      else {
        bytes[length++] = high * 16 + digit;
        high = -1;
      }
    }
    if (high >= 0) bytes[length++] = high * 16;
    this.at = close + 1;
    return new PdfString(length === bytes.length ? bytes : bytes.slice(0, length), 'hex');
  }

  #array(depth: number): PdfArray {
    this.at++;
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      if (this.peek() === RBRACKET) break;
      items.push(this.object(depth + 1));
    }
    this.at++;
    return new PdfArray(items);
  }

  #dictionary(depth: number): PdfDict {
    this.at += 2;
    const dict = new PdfDict();
    const keys = new Set<string>();
    for (;;) {
      this.skipSpace();
      if (this.peek() === GT && this.peek(1) === GT) break;
      if (this.peek() !== SLASH) this.fail('expected a key');
      const key = this.#name();
      const valueStart = this.at;
      const value = this.object(depth + 1);
      if (keys.has(key.value)) {
        const Fault = sameObject(value, dict.get(key) ?? PdfNull.instance) ? SyntaxFault : AmbiguousFault;
        throw new Fault('a key stands twice in a dictionary', valueStart);
      }
      keys.add(key.value);
      // A null value is equivalent to an absent entry (ISO 32000-2, 7.3.7).
      if (!(value instanceof PdfNull)) dict.set(key, value);
    }
    this.at += 2;
    return dict;
  }

  #numberOrWord(): PdfObject {
    const start = this.at;
    // Most numbers in a file are integers in arrays of thousands: parse them without creating strings.
    const number = this.#digits(NUMBER_DIGITS);
    if (number >= 0) {
      const afterNumber = this.at;
      const reference = this.#reference(number);
      if (reference) return reference;
      this.at = afterNumber;
      return PdfNumber.of(number);
    }
    const text = this.word();
    if (/^-\d{1,10}$/.test(text)) return PdfNumber.of(Number(text));
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return new IrregularNumber(Number(text));
    if (text === 'true') return PdfBool.TRUE;
    if (text === 'false') return PdfBool.FALSE;
    if (text === 'null') return PdfNull.instance;
    throw new SyntaxFault('not an object', start);
  }

  #reference(number: number): PdfRef | null {
    if (!isWhitespace(this.peek())) return null;
    this.skipSpace();
    const generation = this.#digits(GENERATION_DIGITS);
    if (generation < 0 || !isWhitespace(this.peek())) return null;
    this.skipSpace();
    if (this.peek() !== code('R') || isRegular(this.peek(1))) return null;
    this.at++;
    return PdfRef.of(number, generation);
  }
}

/**
 * Reads `N G obj … endobj` at `offset`, after optional white space.
 * @param lengthOf returns an indirect stream length, or null when there is none.
 */
export function readIndirectObject(
  bytes: Uint8Array,
  offset: number,
  lengthOf: (ref: PdfRef) => number | null,
  spans: StringSpans | null = null,
): IndirectObject {
  const cursor = new Cursor(bytes, offset, bytes.length, spans);
  // Some writers' offsets point to the end of line before the object.
  while (isWhitespace(cursor.peek())) cursor.at++;
  const first = cursor.peek();
  if (first === undefined || first < 48 || first > 57) cursor.fail('no object number here');
  const number = cursor.integer();
  const generation = cursor.integer();
  cursor.keyword('obj');
  let value = cursor.object();
  cursor.skipSpace();
  if (value instanceof PdfDict && cursor.peek() === code('s')) value = readStream(cursor, value, lengthOf);
  cursor.keyword('endobj');
  return { number, generation, value, start: offset, end: cursor.at };
}

function readStream(cursor: Cursor, dict: PdfDict, lengthOf: (ref: PdfRef) => number | null): PdfStream {
  cursor.keyword('stream');
  if (cursor.peek() === 13 && cursor.peek(1) === 10) cursor.at += 2;
  else if (cursor.peek() === 10) cursor.at += 1;
  else cursor.fail('no end of line after stream');
  const entry = dict.get('Length');
  const length = entry instanceof PdfRef ? lengthOf(entry) : entry instanceof PdfNumber ? entry.value : null;
  if (length === null || !Number.isInteger(length) || length < 0) cursor.fail('a stream without a length');
  const start = cursor.at;
  if (start + length > cursor.end) cursor.fail('a stream is longer than the file');
  const data = cursor.bytes.subarray(start, start + length);
  cursor.at = start + length;
  if (cursor.peek() === 13) cursor.at++;
  if (cursor.peek() === 10) cursor.at++;
  const keyword = cursor.at;
  if (cursor.word() !== 'endstream') throw new SyntaxFault('the length of a stream is wrong', keyword);
  return new PdfStream(dict, data);
}

export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Texts up to this length are built character by character: spreading a view would cost more. */
const SHORT_TEXT = 64;

/** Bytes as text, one character each. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  if (end - start <= SHORT_TEXT) {
    for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
    return text;
  }
  for (let at = start; at < end; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 8192, end)));
  }
  return text;
}
