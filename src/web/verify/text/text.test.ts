/** Both languages of /verify are complete, and times, sizes and anchors are read correctly. */
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '#domain/documents/document.ts';
import { sizeText } from '../../shared/chrome/format.ts';
import { MAX_CHECKED_BYTES } from '../check/check-file.ts';
import { parseAnchors } from '../check/trust-anchors.ts';
import { lowestLevel } from '../pages/file-facts.tsx';
import { dateTimeText } from './date-time.ts';
import { english } from './en.ts';
import { italian } from './it.ts';
import { loadTexts } from './load-texts.ts';

function textsOf(catalogue: object): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') {
      for (const count of [1, 2]) texts.set(`${path}(${count})`, String(value(count, 'Preventivo')));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) collect(child, path === '' ? key : `${path}.${key}`);
    }
  };
  collect(catalogue, '');
  return texts;
}

/** A name, identical in both languages. */
const SAME_IN_BOTH = new Set(['frame.product']);

describe('the texts of the page', () => {
  const [it_, en] = [textsOf(italian), textsOf(english)];

  it('are complete in both languages, none empty, none left in the other language', () => {
    expect([...en.keys()]).toEqual([...it_.keys()]);
    for (const [path, text] of [...it_, ...en]) expect(text.trim(), path).not.toBe('');
    const same = [...it_].filter(([path, text]) => en.get(path) === text && !SAME_IN_BOTH.has(path));
    expect(same).toEqual([]);
  });

  it('have typographic apostrophes, no exclamation marks and no unfilled values', () => {
    for (const [path, text] of [...it_, ...en]) expect(text, path).not.toMatch(/[!']|undefined|NaN|[{}]/);
  });

  it('are loaded by language', async () => {
    expect(await loadTexts('it')).toBe(italian);
    expect(await loadTexts('en')).toBe(english);
  });
});

it('times are Italian, sizes have a decimal comma', () => {
  expect(dateTimeText('2026-11-20T08:12:00.000Z', 'it-IT')).toBe('20/11/2026 09:12');
  expect(dateTimeText('mai', 'it-IT')).toBe('');
  expect([183_000, 1_482_000, MAX_CHECKED_BYTES, 1].map((size) => sizeText(size, 'it-IT'))).toEqual([
    '179\u00a0KB',
    '1,41\u00a0MB',
    '30\u00a0MB',
    '1\u00a0KB',
  ]);
});

it('every file that the product signs can be checked, with space for its signatures', () => {
  expect(MAX_CHECKED_BYTES - MAX_FILE_BYTES).toBe(5 * 1_048_576);
});

it('anchors are read from the page, and none from an unfilled one', () => {
  expect(parseAnchors('AQI= Aw==').map((der) => [...der])).toEqual([[1, 2], [3]]);
  for (const content of [null, '', '__ANCHORS__']) expect(parseAnchors(content)).toEqual([]);
});

it('the level of a file is the lowest of its signatures, without timestamps, and none if one fails', () => {
  const levelOf = (...signatures: object[]) => lowestLevel(signatures as never);
  const [lower, upper] = [
    { kind: 'signature', level: 'B-B' },
    { kind: 'seal', level: 'B-T' },
  ];
  expect(levelOf(upper, lower, { kind: 'timestamp', level: null })).toBe('B-B');
  expect(levelOf(upper)).toBe('B-T');
  expect(levelOf(upper, { kind: 'signature', level: null })).toBeNull();
  expect(levelOf(upper, { ...lower, indication: 'TOTAL-FAILED' })).toBeNull();
});
