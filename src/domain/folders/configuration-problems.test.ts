/** Each problem of a folder-type file has its line, whatever the file is; no file takes the server's time or memory. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration-problems.ts';
import { jsonLines } from './json-lines.ts';

const problemsOf = (text: string) => readConfiguration(text, 'it').problems;
const BARE = '"displayOrder":1,"visibleInWizard":true,"fields":[],"documentTypes":[]';

describe('a text that is not JSON', () => {
  it.each([
    { text: '[\n{"slug":\n x12345678901234567890}]', line: 3, words: 'errore a “x12345678901234567890}]”' },
    { text: '[1,\n\n,2]', line: 3, words: 'errore a “,2]”' },
    { text: '[\n{"a":1,}\n]', line: 2, words: 'errore a “}”' },
    { text: '[\n{"a"\n1}]', line: 3, words: 'errore a “1}]”' },
    { text: '[\n"a\nb"]', line: 2, words: 'errore a “"a”' },
    { text: '[\n{\n', line: 3, words: 'finisce troppo presto' },
    { text: '[]\n[]', line: 2, words: 'errore a “[]”' },
    { text: 'PK\u0003\u0004', line: 1, words: 'errore a “PK”' },
  ])('is reported with the line of the syntax error: $text', ({ text, line, words }) => {
    expect(problemsOf(text)).toEqual([{ path: '$', line, problem: `Il file non è JSON: ${words}` }]);
  });

  it('is detected exactly as the engine does, with any one character changed', () => {
    const text = '[1,-2.5e3,true,null,"a\\n\\u00e8",{},[],{"a":{"b":[0.1]}}]';
    for (let at = 0; at < text.length; at += 1) {
      for (const other of ['', '{', '}', '[', ']', ',', ':', '"', '\\', '\n', '\u007f', '0', 'e', ' ']) {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        let isJson = true;
        try {
          JSON.parse(changed);
        } catch {
          isJson = false;
        }
        expect(jsonLines(changed).error === null, changed).toBe(isJson);
      }
    }
  });
});

describe('a problem', () => {
  it('has the line of its value, also after a byte order mark and for the second of duplicate keys', () => {
    expect(problemsOf(`\uFEFF[{"slug":"PRIVACY",\n"slug":"ALTRO",${BARE}}]`)).toEqual([
      { path: '$[0].slug', line: 2, problem: 'slug c’è già' },
      { path: '$[0].slug', line: 2, problem: 'Valore non ammesso' },
    ]);
  });

  it('is a key given twice, whatever its values, with the line of the second', () => {
    const shipped = readFileSync(new URL('../../../db/folder-types.json', import.meta.url), 'utf8');
    const text = shipped.replace(/"displayOrder": \d+,/, '$&\n$&');
    const line = shipped.split('\n').findIndex((one) => one.includes('"displayOrder"')) + 2;
    expect(readConfiguration(text, 'it')).toMatchObject({
      ...{ configuration: null, isJson: true, problemCount: 1 },
      problems: [{ path: '$[0].displayOrder', line, problem: 'displayOrder c’è già' }],
    });
    expect(jsonLines('[{"a":{"b":1,"\\u0062":1}},{"a":2}]').duplicates).toMatchObject([{ path: '$[0].a.b' }]);
  });

  it('has the nearest line where its path is not in the file', () => {
    expect(problemsOf(`[\n{"slug":"PRIVACY",${BARE},\n"a.1.b]":2}]`)).toMatchObject([{ line: 2 }]);
  });

  it('is listed up to the hundredth, and counted', () => {
    const { problems, problemCount } = readConfiguration(`[${'0,\n'.repeat(4999)}0]`, 'it');
    expect([problems.length, problemCount, problems.at(-1)?.line]).toEqual([100, 5000, 100]);
  });
});

it('accepts the shipped file, and refuses deeply nested text', () => {
  expect(problemsOf(readFileSync(new URL('../../../db/folder-types.json', import.meta.url), 'utf8'))).toEqual([]);
  expect(problemsOf('['.repeat(100_000) + ']'.repeat(100_000))).toHaveLength(1);
  expect(jsonLines('['.repeat(100_000) + ']'.repeat(100_000)).lines.size).toBeLessThan(10);
});
