/** Every problem has a text in both languages. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemText } from './problems.ts';

it('each code has its own Italian and English sentence', () => {
  const source = readFileSync(new URL('./problems.ts', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/^ {2}'([a-z]+\.[A-Za-z]+)':/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(35);
  for (const language of ['it', 'en'] as const) {
    const sentences = codes.map((code) => problemText(code, language));
    expect(new Set(sentences).size).toBe(codes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÈÀ].{15,}\.$/);
  }
});

it('the technical detail of a problem is omitted from the sentence', () => {
  expect(problemText('change.page: 12', 'it')).toBe(problemText('change.page', 'it'));
});

it('a problem without a sentence is shown as it is', () => expect(problemText('altro', 'it')).toBe('altro'));
