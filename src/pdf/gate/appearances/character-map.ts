/** Reads `/ToUnicode` character maps (ISO 32000-2, 9.10.3). */
import { PdfArray, type PdfStream, PdfString } from '@libpdf/core';
import { Cursor } from '#formats/verify/syntax.ts';
import { decodedStream } from './decoded-stream.ts';

/** No font has more codes. */
const MAX_ENTRIES = 70_000;

/** Text by character code. */
export type CharacterMap = ReadonlyMap<number, string>;

/** @returns the map; everything after a fault in the stream is dropped. */
export function readCharacterMap(stream: PdfStream): CharacterMap {
  const map = new Map<number, string>();
  const data = decodedStream(stream);
  if (!data) return map;
  const cursor = new Cursor(data, 0);
  try {
    for (cursor.skipSpace(); cursor.peek() !== undefined; cursor.skipSpace()) {
      const operator = wordHere(cursor);
      if (operator === 'beginbfchar') readEntries(cursor, map, false);
      else if (operator === 'beginbfrange') readEntries(cursor, map, true);
    }
  } catch {
    return map;
  }
  return map;
}

/** The operator at this position, or an empty text if an operand was skipped. */
function wordHere(cursor: Cursor): string {
  const byte = cursor.peek() ?? 0;
  if (/[A-Za-z]/.test(String.fromCharCode(byte))) return cursor.word();
  cursor.object();
  return '';
}

function readEntries(cursor: Cursor, map: Map<number, string>, ranges: boolean): void {
  for (;;) {
    cursor.skipSpace();
    const byte = cursor.peek();
    if (byte === undefined || byte === 0x65) return;
    const first = codeOf(cursor.object());
    const last = ranges ? codeOf(cursor.object()) : first;
    const target = cursor.object();
    if (first < 0 || last < first) continue;
    for (let code = first; code <= last && map.size < MAX_ENTRIES; code++) {
      const text = textAt(target, code - first);
      if (text !== null) map.set(code, text);
    }
  }
}

const codeOf = (value: unknown): number =>
  value instanceof PdfString ? value.bytes.reduce((code, byte) => code * 256 + byte, 0) : -1;

function textAt(target: unknown, offset: number): string | null {
  if (target instanceof PdfArray) return textAt(target.at(offset), 0);
  if (!(target instanceof PdfString)) return null;
  const bytes = target.bytes.length === 1 ? Uint8Array.of(0, ...target.bytes) : target.bytes;
  const text = new TextDecoder('utf-16be', { ignoreBOM: true }).decode(bytes);
  if (offset === 0) return text;
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  return last + offset > 0x10ffff ? null : `${characters.join('')}${String.fromCodePoint(last + offset)}`;
}
