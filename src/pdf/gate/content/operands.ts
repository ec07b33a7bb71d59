/** Tracks the operands before an operator: their types and positions. */
import { ContentFault, refuse } from './content-fault.ts';
import { readValue } from './content-value.ts';
import { normalizedNumber } from './numbers.ts';
import type { Operator } from './operators.ts';
import { type ContentScanner, Token, type TokenKind } from './scanner.ts';

const Kind = { NUMBER: 0, NAME: 1, STRING: 2, NUMBERS: 3, TEXTS: 4, DICT: 5, OTHER: 6 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** An operator takes at most 32 colorants and a name. */
const MAX_OPERANDS = 64;

/**
 * Whether the operands match the operator; `repeated`: too many numbers, but the first and the last ones are the same,
 * so that every reader uses the same.
 */
export type Fit = 'right' | 'surplus' | 'repeated' | 'wrong';

export class Operands {
  count = 0;
  /** Numbers of the last array. */
  list: number[] = [];
  /** Whether one of the numbers is not standard notation. */
  hasIrregularNumber = false;
  readonly #scanner: ContentScanner;
  readonly #kinds = new Uint8Array(MAX_OPERANDS);
  readonly #starts = new Int32Array(MAX_OPERANDS);
  readonly #ends = new Int32Array(MAX_OPERANDS);
  readonly #values = new Float64Array(MAX_OPERANDS);

  readonly #replace: (start: number, end: number, text: string) => void;

  /** @param replace called for a number with an unambiguous value but a nonstandard notation. */
  constructor(scanner: ContentScanner, replace: (start: number, end: number, text: string) => void) {
    this.#scanner = scanner;
    this.#replace = replace;
  }

  /** Rewrites the number just scanned in standard notation. */
  #mendNumber(): void {
    const scanner = this.#scanner;
    const normalized = normalizedNumber(scanner.text());
    if (normalized === null) this.hasIrregularNumber = true;
    else {
      this.#replace(scanner.start, scanner.at, normalized);
      scanner.value = Number(normalized);
    }
  }

  clear(): void {
    this.count = 0;
    this.hasIrregularNumber = false;
  }

  /** Drops all but the last operands. */
  keepLast(length: number): void {
    const from = this.count - length;
    for (const list of [this.#kinds, this.#starts, this.#ends, this.#values]) list.copyWithin(0, from, this.count);
    this.count = length;
  }

  /** First byte of the operands, or `fallback` if there are none. */
  startOr(fallback: number): number {
    return this.count > 0 ? (this.#starts[0] as number) : fallback;
  }

  get lastStart(): number {
    return this.startOf(this.count - 1);
  }

  startOf(index: number): number {
    return this.#starts[index] as number;
  }

  number(index: number): number {
    return this.#values[index] as number;
  }

  isName(index: number): boolean {
    return index >= 0 && index < this.count && this.#kinds[index] === Kind.NAME;
  }

  isDict(index: number): boolean {
    return this.#kinds[index] === Kind.DICT;
  }

  /** A name operand, decoded, one character per byte. @throws ContentFault if malformed. */
  name(index: number): string {
    return this.#scanner.name(this.#starts[index], this.#ends[index]) ?? refuse('a malformed name');
  }

  /** Whether all operands, except a final name, are numbers. */
  areNumbers(upTo = this.count): boolean {
    for (let index = 0; index < upTo; index++) if (this.#kinds[index] !== Kind.NUMBER) return false;
    return true;
  }

  /** Whether all operands are the same number. */
  areEqual(): boolean {
    for (let index = 1; index < this.count; index++) if (this.#values[index] !== this.#values[0]) return false;
    return this.areNumbers();
  }

  /** Adds the token just scanned. @throws ContentFault */
  push(token: TokenKind): void {
    if (this.count >= MAX_OPERANDS) refuse('too many operands');
    const { start } = this.#scanner;
    const kind = this.#kindOf(token);
    this.#kinds[this.count] = kind;
    this.#starts[this.count] = start;
    this.#ends[this.count] = this.#scanner.at;
    this.#values[this.count] = kind === Kind.NUMBER ? this.#scanner.value : 0;
    this.count++;
  }

  fit({ operands }: Operator): Fit {
    if (this.count < operands.length) return 'wrong';
    if (this.count > operands.length) {
      if (operands === '') return 'surplus';
      return /^n+$/.test(operands) && this.#isRepeated(operands.length) ? 'repeated' : 'wrong';
    }
    for (let index = 0; index < operands.length; index++) if (!this.#fits(operands, index)) return 'wrong';
    return 'right';
  }

  /** Whether all are numbers, and the first `length` of them equal the last ones. */
  #isRepeated(length: number): boolean {
    const surplus = this.count - length;
    for (let index = 0; index < length; index++) {
      if (this.#values[index] !== this.#values[index + surplus]) return false;
    }
    return this.areNumbers();
  }

  #fits(operands: string, index: number): boolean {
    const kind = this.#kinds[index];
    switch (operands.charCodeAt(index)) {
      case 110: // n
        return kind === Kind.NUMBER;
      case 105: // i
        return kind === Kind.NUMBER && Number.isInteger(this.#values[index]);
      case 78: // N
        return kind === Kind.NAME;
      case 115: // s
        return kind === Kind.STRING;
      case 97: // a
        return kind === Kind.NUMBERS;
      case 116: // t
        return kind === Kind.NUMBERS || kind === Kind.TEXTS;
      default: // p
        return kind === Kind.NAME || kind === Kind.DICT;
    }
  }

  #kindOf(token: TokenKind): Kind {
    if (token === Token.NUMBER) {
      if (!this.#scanner.regular) this.#mendNumber();
      return Kind.NUMBER;
    }
    if (token === Token.NAME) return Kind.NAME;
    if (token === Token.STRING) return Kind.STRING;
    if (token === Token.ARRAY_OPEN) return this.#list();
    if (token === Token.DICT_OPEN) {
      readValue(this.#scanner, token);
      return Kind.DICT;
    }
    if (token === Token.WORD) return Kind.OTHER;
    throw new ContentFault('a delimiter without its partner');
  }

  #list(): Kind {
    const scanner = this.#scanner;
    let kind: Kind = Kind.NUMBERS;
    this.list = [];
    for (let token = scanner.next(); token !== Token.ARRAY_CLOSE; token = scanner.next()) {
      if (token === Token.NUMBER) {
        if (!scanner.regular) this.#mendNumber();
        // In an array of texts, the numbers are shifts, which need no check.
        if (kind === Kind.NUMBERS) this.list.push(scanner.value);
      } else if (token === Token.STRING) {
        if (kind === Kind.NUMBERS) kind = Kind.TEXTS;
      } else {
        readValue(scanner, token);
        kind = Kind.OTHER;
      }
    }
    return kind;
  }
}
