/** Functions (ISO 32000-2, 7.10): checks that one is well-formed and how many numbers it returns, and evaluates it. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';
import { ContentScanner, Token } from '../scanner.ts';
import { calculated } from './calculator.ts';

const MAX_DEPTH = 16;
const MAX_SAMPLES = 16 * 1024 * 1024;

/** Operators of calculator functions (ISO 32000-2, table 42). */
const CALCULATOR = new Set([
  ...['abs', 'add', 'atan', 'ceiling', 'cos', 'cvi', 'cvr', 'div', 'exp', 'floor', 'idiv', 'ln', 'log', 'mod', 'mul'],
  ...['neg', 'round', 'sin', 'sqrt', 'sub', 'truncate', 'and', 'bitshift', 'eq', 'false', 'ge', 'gt', 'le', 'lt'],
  ...['ne', 'not', 'or', 'true', 'xor', 'if', 'ifelse', 'copy', 'dup', 'exch', 'index', 'pop', 'roll'],
]);

const clamped = (value: number, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): number =>
  Math.min(high, Math.max(low, value));

function bitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let bit = start; bit < start + count; bit++)
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}

export class Functions {
  readonly #access: Access;
  readonly #decoder: StreamDecoder;
  readonly #outputs = new Map<PdfObject, number>();

  constructor(access: Access, decoder: StreamDecoder) {
    this.#access = access;
    this.#decoder = decoder;
  }

  /** @returns whether the value is `/Identity` or `/Default`, which change nothing. */
  isNeutral(value: PdfObject | undefined): boolean {
    return value instanceof PdfName && (value.value === 'Identity' || value.value === 'Default');
  }

  /** @returns whether the function is 1 - x: masks of the area outside a shape, as Chromium prints shadows. */
  isInverse(value: PdfObject | undefined): boolean {
    if (!(value instanceof PdfDict)) return false;
    const type = this.#access.number(value, 'FunctionType');
    if (type === 2) {
      const [low, high] = [this.#access.numbers(value, 'C0') ?? [0], this.#access.numbers(value, 'C1') ?? [1]];
      return low.length === 1 && low[0] === 1 && high[0] === 0 && this.#access.number(value, 'N') === 1;
    }
    if (type !== 4 || !(value instanceof PdfStream)) return false;
    const source = Buffer.from(this.#decoder.decode(value).bytes).toString('latin1');
    return (
      source
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\{ | \}/g, (part) => part.trim()) === '{1 exch sub}'
    );
  }

  /** Checks one function, or a list of functions with one output each. @throws ContentFault if the outputs are not `outputs`. */
  check(value: PdfObject | undefined, inputs: number, outputs: number): void {
    const list = value instanceof PdfArray ? this.#access.items(value) : undefined;
    if (list === undefined) {
      if (this.#outputsOf(value, inputs, 0) !== outputs) refuse('a function with other results than are needed');
      return;
    }
    if (list.length !== outputs) refuse('a list of other functions than are needed');
    for (const item of list)
      if (this.#outputsOf(item, inputs, 0) !== 1) refuse('a function with several results in a list');
  }

  /** Results for these inputs, of a checked function or list of functions with one output each. */
  valuesOf(value: PdfObject | undefined, inputs: readonly number[]): number[] {
    if (value instanceof PdfArray)
      return (this.#access.items(value) ?? []).flatMap((item) => this.valuesOf(item, inputs));
    if (!(value instanceof PdfDict)) return [];
    const domain = this.#access.numbers(value, 'Domain') ?? [];
    const within = inputs.map((input, index) => clamped(input, domain[index * 2], domain[index * 2 + 1]));
    const range = this.#access.numbers(value, 'Range') ?? [];
    return this.#rawValues(value, within).map((raw, index) => clamped(raw, range[index * 2], range[index * 2 + 1]));
  }

  #rawValues(fn: PdfDict, inputs: readonly number[]): number[] {
    const [x = 0] = inputs;
    switch (this.#access.number(fn, 'FunctionType')) {
      case 0:
        return this.#sampleAt(fn, inputs);
      case 2: {
        const high = this.#access.numbers(fn, 'C1') ?? [1];
        const power = x ** (this.#access.number(fn, 'N') ?? 1);
        return (this.#access.numbers(fn, 'C0') ?? [0]).map((low, index) => low + power * ((high[index] ?? 1) - low));
      }
      case 3: {
        const bounds = this.#access.numbers(fn, 'Bounds') ?? [];
        const [from = 0, to = 1] = this.#access.numbers(fn, 'Domain') ?? [];
        const part = bounds.filter((bound) => x >= bound).length;
        const [low, high] = [bounds[part - 1] ?? from, bounds[part] ?? to];
        const encode = this.#access.numbers(fn, 'Encode') ?? [];
        const [first = 0, last = 1] = encode.slice(part * 2, part * 2 + 2);
        const encoded = high === low ? first : first + ((x - low) / (high - low)) * (last - first);
        return this.valuesOf(this.#access.items(fn.get('Functions'))?.[part], [encoded]);
      }
      default: {
        const source = Buffer.from(this.#decoder.decode(fn as PdfStream).bytes).toString('latin1');
        const outputs = (this.#pairs(fn, 'Range') ?? 0) || 1;
        return calculated(source, inputs).slice(-outputs);
      }
    }
  }

  /** Interpolates between the samples around these inputs. */
  #sampleAt(fn: PdfDict, inputs: readonly number[]): number[] {
    const size = this.#access.numbers(fn, 'Size') ?? [];
    const range = this.#access.numbers(fn, 'Range') ?? [];
    const bits = this.#access.number(fn, 'BitsPerSample') ?? 8;
    const encode = this.#access.numbers(fn, 'Encode') ?? size.flatMap((count) => [0, count - 1]);
    const domain = this.#access.numbers(fn, 'Domain') ?? [];
    const decode = this.#access.numbers(fn, 'Decode') ?? range;
    const outputs = range.length / 2;
    const { bytes } = this.#decoder.decode(fn as PdfStream);
    const positions = size.map((count, index) => {
      const [low = 0, high = 1] = domain.slice(index * 2, index * 2 + 2);
      const [first = 0, last = 1] = encode.slice(index * 2, index * 2 + 2);
      const share = high === low ? 0 : ((inputs[index] ?? 0) - low) / (high - low);
      return clamped(first + share * (last - first), 0, count - 1);
    });
    const valueAt = (sample: number, output: number): number => {
      const value = bitsAt(bytes, (sample * outputs + output) * bits, bits) / (2 ** bits - 1);
      const [low = 0, high = 1] = decode.slice(output * 2, output * 2 + 2);
      return low + value * (high - low);
    };
    const between = (axis: number, sample: number, stride: number, output: number): number => {
      const position = positions[axis];
      if (position === undefined) return valueAt(sample, output);
      const lower = Math.floor(position);
      const next = stride * (size[axis] ?? 1);
      const below = between(axis + 1, sample + lower * stride, next, output);
      if (lower === position) return below;
      return below + (position - lower) * (between(axis + 1, sample + (lower + 1) * stride, next, output) - below);
    };
    return Array.from({ length: outputs }, (_, output) => between(0, 0, 1, output));
  }

  #outputsOf(value: PdfObject | undefined, inputs: number, depth: number): number {
    if (!(value instanceof PdfDict) || depth > MAX_DEPTH) return refuse('no function where one should be');
    const cached = this.#outputs.get(value);
    if (cached !== undefined) return cached;
    const domain = this.#pairs(value, 'Domain') ?? refuse('a function without a domain');
    if (domain !== inputs) refuse('a function of other inputs');
    const outputs = this.#byType(value, inputs, this.#pairs(value, 'Range'), depth);
    this.#outputs.set(value, outputs);
    return outputs;
  }

  #pairs(dict: PdfDict, key: string): number | undefined {
    const numbers = this.#access.numbers(dict, key);
    if (numbers === undefined) return undefined;
    if (numbers.length === 0 || numbers.length % 2 !== 0) refuse(`a malformed /${key}`);
    for (let at = 0; at < numbers.length; at += 2) {
      if ((numbers[at] as number) > (numbers[at + 1] as number)) refuse(`a /${key} from more to less`);
    }
    return numbers.length / 2;
  }

  #byType(fn: PdfDict, inputs: number, range: number | undefined, depth: number): number {
    const type = this.#access.number(fn, 'FunctionType');
    if (type === 0) return this.#sampled(fn, inputs, range);
    if (type === 2) return this.#exponential(fn, inputs, range);
    if (type === 3) return this.#stitching(fn, inputs, range, depth);
    if (type === 4) return this.#calculator(fn, range);
    return refuse('a function of an unknown type');
  }

  #sampled(fn: PdfDict, inputs: number, range: number | undefined): number {
    if (!(fn instanceof PdfStream) || range === undefined) return refuse('samples without a range');
    const size = this.#access.numbers(fn, 'Size', inputs) ?? refuse('samples without a size');
    const bits = this.#access.number(fn, 'BitsPerSample') ?? 0;
    if (![1, 2, 4, 8, 12, 16, 24, 32].includes(bits)) refuse('samples of an impossible depth');
    const samples = size.reduce((product, count) => product * count, range);
    if (size.some((one) => !Number.isInteger(one) || one < 1) || samples > MAX_SAMPLES) refuse('a malformed /Size');
    this.#access.numbers(fn, 'Encode', inputs * 2);
    this.#access.numbers(fn, 'Decode', range * 2);
    if (this.#decoder.decode(fn).bytes.length * 8 < samples * bits) refuse('fewer samples than are needed');
    return range;
  }

  #exponential(fn: PdfDict, inputs: number, range: number | undefined): number {
    const low = this.#access.numbers(fn, 'C0')?.length ?? 1;
    const high = this.#access.numbers(fn, 'C1')?.length ?? 1;
    if (inputs !== 1 || low !== high || low < 1) refuse('a malformed exponential function');
    if (range !== undefined && range !== low) refuse('a range of other results');
    const exponent = this.#access.number(fn, 'N') ?? refuse('an exponential function without an exponent');
    const [from = 0] = this.#access.numbers(fn, 'Domain') ?? [];
    if ((exponent < 0 && from <= 0) || (!Number.isInteger(exponent) && from < 0))
      refuse('an exponent out of its domain');
    return low;
  }

  #stitching(fn: PdfDict, inputs: number, range: number | undefined, depth: number): number {
    const parts = this.#access.items(fn.get('Functions')) ?? [];
    const bounds = this.#access.numbers(fn, 'Bounds') ?? refuse('a stitched function without bounds');
    this.#access.numbers(fn, 'Encode', parts.length * 2) ?? refuse('a stitched function without encoding');
    if (inputs !== 1 || parts.length === 0 || bounds.length !== parts.length - 1)
      refuse('a malformed stitched function');
    const [from = 0, to = 1] = this.#access.numbers(fn, 'Domain') ?? [];
    const edges = [from, ...bounds, to];
    if (edges.some((bound, index) => index > 0 && bound < (edges[index - 1] as number))) refuse('bounds out of order');
    const outputs = parts.map((part) => this.#outputsOf(part, 1, depth + 1));
    if (outputs.some((count) => count !== outputs[0])) refuse('stitched functions of unlike results');
    if (range !== undefined && range !== outputs[0]) refuse('a range of other results');
    return outputs[0] as number;
  }

  #calculator(fn: PdfDict, range: number | undefined): number {
    if (!(fn instanceof PdfStream) || range === undefined) return refuse('a calculator without a range');
    // Content streams have no brace tokens: convert them to brackets.
    const source = Buffer.from(this.#decoder.decode(fn).bytes).toString('latin1').trim();
    if (!source.startsWith('{') || !source.endsWith('}')) refuse('a malformed calculator');
    const scanner = new ContentScanner(Buffer.from(source.replaceAll('{', '[').replaceAll('}', ']'), 'latin1'));
    let depth = 0;
    for (let token = scanner.next(); token !== Token.END; token = scanner.next()) {
      if (token === Token.ARRAY_OPEN) depth++;
      else if (token === Token.ARRAY_CLOSE) depth--;
      else if (token === Token.WORD ? !CALCULATOR.has(scanner.text()) : token !== Token.NUMBER || !scanner.regular) {
        refuse('an unknown operator in a calculator');
      }
      if (depth < 0) refuse('a malformed calculator');
    }
    if (depth !== 0) refuse('a malformed calculator');
    return range;
  }
}
