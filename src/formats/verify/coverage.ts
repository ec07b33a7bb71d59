/**
 * Determines which bytes a signature covers: everything up to the end of its own revision except its own `/Contents`
 * (PAdES; ISO 32000-2, 12.8.1).
 */

import type { Problem } from './problems.ts';
import type { SignatureDictionary } from './signature-fields.ts';
import type { StrictFile } from './strict-file.ts';
import { isWhitespace } from './syntax.ts';

/** The two signed parts. */
export type SignedParts = readonly [Uint8Array, Uint8Array];

/** @returns the signed parts, or null when `/ByteRange` names none, with all of its faults. */
export function coverageOf(
  file: StrictFile,
  signature: SignatureDictionary,
): { parts: SignedParts | null; whole: boolean; problems: Problem[] } {
  const problems: Problem[] = [];
  const { byteRange, contentsSpan } = signature;
  const [start = -1, length = -1, resume = -1, rest = -1] = byteRange;
  const ordered =
    byteRange.length === 4 &&
    byteRange.every((n) => Number.isInteger(n) && n >= 0) &&
    start + length <= resume &&
    resume + rest <= file.bytes.length;
  if (!ordered) return { parts: null, whole: false, problems: ['coverage.unreadable'] };
  if (start !== 0) problems.push('coverage.start');
  // Older products also sign the two delimiters of the value: the gap is then only the digits, still nothing else.
  const inside = start + length - contentsSpan[0];
  if ((inside !== 0 && inside !== 1) || resume !== contentsSpan[1] - inside) problems.push('coverage.gap');
  const notation = hexNotationOf(file.bytes.subarray(contentsSpan[0], contentsSpan[1]));
  if (notation === 'foreign') problems.push('coverage.contents');
  const revision = file.revisions[signature.revision];
  const end = resume + rest;
  const reachesEnd = revision !== undefined && end >= revision.eof && end <= revision.end;
  if (!reachesEnd) problems.push('coverage.end');
  return {
    parts: [file.bytes.subarray(start, start + length), file.bytes.subarray(resume, end)],
    whole: problems.length === 0,
    problems: notation === 'loose' ? [...problems, 'coverage.spelling'] : problems,
  };
}

/**
 * `plain`: `<`, an even number of hexadecimal digits in one letter case, `>`, so that no byte of the gap can be changed
 * freely. `loose`: the standard also allows white space, mixed case and an odd number of digits, which encode the same
 * value in other bytes.
 */
function hexNotationOf(token: Uint8Array): 'plain' | 'loose' | 'foreign' {
  if (token[0] !== 60 || token[token.length - 1] !== 62) return 'foreign';
  let upper = false;
  let lower = false;
  let hasSpaces = false;
  for (let n = 1; n < token.length - 1; n++) {
    const byte = token[n] ?? 0;
    if (byte >= 48 && byte <= 57) continue;
    if (byte >= 97 && byte <= 102) lower = true;
    else if (byte >= 65 && byte <= 70) upper = true;
    else if (isWhitespace(byte)) hasSpaces = true;
    else return 'foreign';
  }
  return hasSpaces || token.length % 2 !== 0 || (upper && lower) ? 'loose' : 'plain';
}
