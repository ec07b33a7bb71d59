/** Encodes and decodes the numbers of ISO/IEC 19794-7, big-endian, with bounds checks. */
import { sameBytes } from '../der.ts';

/** A record that violates the format; the message states what is wrong, never the bytes. */
export class InkFormatError extends Error {
  override readonly name = 'InkFormatError';
}

/** @throws InkFormatError if the number is not an integer or does not fit into this many bytes. */
export function uint(value: number, size: 1 | 2 | 3 | 4): Uint8Array<ArrayBuffer> {
  if (!Number.isInteger(value) || value < 0 || value >= 256 ** size) {
    throw new InkFormatError(`a number does not fit into ${size} bytes`);
  }
  return Uint8Array.from({ length: size }, (_, n) => Math.floor(value / 256 ** (size - 1 - n)) & 0xff);
}

/** 5 bits of exponent with a bias of 16, 11 bits of fraction. @throws InkFormatError outside 2^−16 … 2^16. */
export function scalingCode(value: number): number {
  let exponent = Math.floor(Math.log2(value));
  let fraction = Math.round((value / 2 ** exponent - 1) * 2048);
  if (fraction === 2048) {
    exponent += 1;
    fraction = 0;
  }
  if (!(value > 0) || fraction < 0 || exponent < -16 || exponent > 15) {
    throw new InkFormatError('a scaling value that the format cannot hold');
  }
  return ((exponent + 16) << 11) | fraction;
}

export const scalingValue = (code: number): number => (1 + (code & 0x7ff) / 2048) * 2 ** ((code >> 11) - 16);

export interface ByteReader {
  /** Bytes not read yet. */
  readonly remaining: number;
  uint(size: 1 | 2 | 3 | 4): number;
  bytes(length: number): Uint8Array;
  /** A reader limited to the next `length` bytes. */
  subReader(length: number): ByteReader;
  expect(bytes: Uint8Array, description: string): void;
}

/** Never reads beyond its bytes. @throws InkFormatError from each call that would. */
export function readerOf(bytes: Uint8Array): ByteReader {
  let at = 0;
  const readBytes = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new InkFormatError('the record is truncated');
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    get remaining() {
      return bytes.length - at;
    },
    uint: (size) => readBytes(size).reduce((value, byte) => value * 256 + byte, 0),
    bytes: readBytes,
    subReader: (length) => readerOf(readBytes(length)),
    expect: (expected, description) => {
      if (!sameBytes(readBytes(expected.length), expected)) throw new InkFormatError(`${description} was expected`);
    },
  };
}
