/** Splits a content stream into tokens (ISO 32000-2, 7.2 and 7.8.2): one pass over the bytes, without creating strings. */

import { refuse } from './content-fault.ts';

/** Token types; plain numbers, because millions of them are compared. */
export const Token = {
  END: 0,
  NUMBER: 1,
  NAME: 2,
  STRING: 3,
  ARRAY_OPEN: 4,
  ARRAY_CLOSE: 5,
  DICT_OPEN: 6,
  DICT_CLOSE: 7,
  /** An operator, `true`, `false` or `null`. */
  WORD: 8,
  /** Bytes that form no token: an unbalanced delimiter, an unterminated string. */
  FAULT: 9,
} as const;
export type TokenKind = (typeof Token)[keyof typeof Token];

const [REGULAR, WHITESPACE, DELIMITER] = [0, 1, 2];
const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = WHITESPACE;
for (const delimiter of '()<>[]{}/%') CLASSES[delimiter.charCodeAt(0)] = DELIMITER;

const code = (character: string): number => character.charCodeAt(0);
const [PERCENT, SLASH, LESS, GREATER, HASH] = [code('%'), code('/'), code('<'), code('>'), code('#')];
const [OPEN, CLOSE, OPEN_BRACKET, CLOSE_BRACKET] = [code('('), code(')'), code('['), code(']')];
const [BACKSLASH, PLUS, MINUS, DOT] = [code('\\'), code('+'), code('-'), code('.')];
const [LF, CR] = [10, 13];

export const isSpace = (byte: number): boolean => CLASSES[byte] === WHITESPACE;
export const isRegular = (byte: number): boolean => CLASSES[byte] === REGULAR;

/** Readers use 32-bit or 64-bit numbers: beyond this they differ. */
const MAX_NUMBER = 2_147_483_647;

export class ContentScanner {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Next byte to read. */
  at = 0;
  /** First byte of the current token; the byte after it is `at`. */
  start = 0;
  /** Value of a number; for a word, its bytes packed lowest first, 0 if it has more than three. */
  value = 0;
  /** Whether the number is in standard notation (ISO 32000-2, 7.3.3) and small enough for every reader. */
  regular = true;
  /** Whether the last token, or the space before the end of the data, was a comment without an end of line. */
  inComment = false;

  /** Whether there is a seam of two streams between this token and the previous one. */
  isAtSeam = false;
  previousStart = 0;
  previousEnd = 0;
  readonly #seams: readonly number[];
  #nextSeam = 0;

  /** @param seams offsets of the line feeds inserted between the streams of a page. */
  constructor(bytes: Uint8Array, seams: readonly number[] = []) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.#seams = seams;
  }

  /** @throws ContentFault for a token or comment that crosses a seam. */
  next(): TokenKind {
    this.previousStart = this.start;
    this.previousEnd = this.at;
    const token = this.#scan();
    this.isAtSeam = false;
    while (this.#nextSeam < this.#seams.length && (this.#seams[this.#nextSeam] as number) < this.at) {
      if (this.start < (this.#seams[this.#nextSeam] as number)) refuse('a token across two streams');
      this.isAtSeam = this.previousEnd > 0;
      this.#nextSeam++;
    }
    return token;
  }

  #scan(): TokenKind {
    this.#skipSpace();
    this.start = this.at;
    if (this.at >= this.length) return Token.END;
    const byte = this.bytes[this.at] as number;
    if (CLASSES[byte] === REGULAR) {
      const isNumber = (byte >= 48 && byte <= 57) || byte === DOT || byte === MINUS || byte === PLUS;
      return isNumber ? this.#number() : this.#word();
    }
    return this.#delimited(byte);
  }

  /**
   * @returns the last two tokens as one, if readers that join streams without white space read them that way; else
   * null.
   */
  mergedAtSeam(): string | null {
    const { bytes, start, at, previousStart, previousEnd } = this;
    if (!isRegular(bytes[start] as number) || !isRegular(bytes[previousEnd - 1] as number)) return null;
    return this.text(previousStart, previousEnd) + this.text(start, at);
  }

  /** Bytes of the current token as Latin-1. */
  text(from = this.start, to = this.at): string {
    let text = '';
    for (let at = from; at < to; at++) text += String.fromCharCode(this.bytes[at] as number);
    return text;
  }

  /** Value of a name token at these bytes, with `#` escapes decoded, one character per byte; null for an invalid escape. */
  name(from = this.start, to = this.at): string | null {
    let text = '';
    for (let at = from + 1; at < to; at++) {
      const byte = this.bytes[at] as number;
      if (byte !== HASH) {
        text += String.fromCharCode(byte);
        continue;
      }
      const value = hexOf(this.bytes[at + 1]) * 16 + hexOf(this.bytes[at + 2]);
      if (!(value > 0) || at + 2 >= to) return null;
      text += String.fromCharCode(value);
      at += 2;
    }
    return text;
  }

  #skipSpace(): void {
    const { bytes, length } = this;
    let at = this.at;
    this.inComment = false;
    while (at < length) {
      const byte = bytes[at] as number;
      if (CLASSES[byte] === WHITESPACE) at++;
      else if (byte === PERCENT) {
        while (at < length && bytes[at] !== LF && bytes[at] !== CR) at++;
        this.inComment = at >= length;
        if (this.#seams.includes(at) && bytes[at + 1] !== LF && bytes[at + 1] !== CR)
          refuse('a comment across two streams');
      } else break;
    }
    this.at = at;
  }

  #number(): TokenKind {
    const { bytes, length } = this;
    let at = this.at;
    const first = bytes[at] as number;
    const signed = first === MINUS || first === PLUS;
    if (signed) at++;
    let value = 0;
    let digits = 0;
    let scale = 0;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + (byte - 48);
        digits++;
        scale *= 10;
      } else if (byte === DOT && scale === 0) scale = 1;
      else break;
    }
    this.at = at;
    this.regular = digits > 0 && value <= MAX_NUMBER * Math.max(scale, 1);
    // Any continuation makes it a non-standard number, which readers end at different bytes.
    while (this.at < length && CLASSES[bytes[this.at] as number] === REGULAR) {
      this.regular = false;
      this.at++;
    }
    this.value = (first === MINUS ? -value : value) / (scale > 1 ? scale : 1);
    return Token.NUMBER;
  }

  #word(): TokenKind {
    const { bytes, length } = this;
    let at = this.at;
    let packed = 0;
    for (let shift = 0; at < length && CLASSES[bytes[at] as number] === REGULAR; at++, shift += 8) {
      packed = shift < 24 ? packed | ((bytes[at] as number) << shift) : 0;
      if (shift >= 24) break;
    }
    while (at < length && CLASSES[bytes[at] as number] === REGULAR) at++;
    this.at = at;
    this.value = packed;
    return Token.WORD;
  }

  #delimited(byte: number): TokenKind {
    const { bytes, length } = this;
    if (byte === SLASH) {
      let at = this.at + 1;
      while (at < length && CLASSES[bytes[at] as number] === REGULAR) at++;
      this.at = at;
      return Token.NAME;
    }
    if (byte === OPEN) return this.#literal();
    if (byte === LESS) {
      if (bytes[this.at + 1] !== LESS) return this.#hexadecimal();
      this.at += 2;
      return Token.DICT_OPEN;
    }
    if (byte === GREATER && bytes[this.at + 1] === GREATER) {
      this.at += 2;
      return Token.DICT_CLOSE;
    }
    this.at++;
    if (byte === OPEN_BRACKET) return Token.ARRAY_OPEN;
    return byte === CLOSE_BRACKET ? Token.ARRAY_CLOSE : Token.FAULT;
  }

  #literal(): TokenKind {
    const { bytes, length } = this;
    let depth = 0;
    for (let at = this.at; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte === BACKSLASH) at++;
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) {
        this.at = at + 1;
        return Token.STRING;
      }
    }
    this.at = length;
    return Token.FAULT;
  }

  #hexadecimal(): TokenKind {
    const { bytes, length } = this;
    let at = this.at + 1;
    while (at < length && (hexOf(bytes[at]) >= 0 || CLASSES[bytes[at] as number] === WHITESPACE)) at++;
    const isClosed = at < length && bytes[at] === GREATER;
    this.at = Math.min(at + 1, length);
    return isClosed ? Token.STRING : Token.FAULT;
  }
}

function hexOf(byte: number | undefined): number {
  if (byte === undefined) return -16;
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  return byte >= 97 && byte <= 102 ? byte - 87 : -16;
}
