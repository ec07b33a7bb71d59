/** Findings of `doctor` as lines in English, checked against their Italian translation. */
import { expect } from 'vitest';
import type { Finding } from '#ports/finding.ts';

/** Settings and numbers, which are the same in every language. */
const FACT = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|\d+/g;
const factsIn = (text: string): string[] => [...(text.match(FACT) ?? [])].sort();

/** @returns the findings with their English texts. */
export const inEnglish = (findings: readonly Finding[]) =>
  findings.map(({ text, ...finding }) => {
    expect(text.it, text.en).not.toBe(text.en);
    expect(factsIn(text.it), text.it).toEqual(factsIn(text.en));
    return { ...finding, text: text.en };
  });

/** @returns `level NAME: English text`, one for each finding. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  inEnglish(findings).map(({ name, level, text }) => `${level} ${name}: ${text}`);
