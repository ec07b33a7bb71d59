/** Known faults of a program pass up to the measured weight, and nothing else does. */
import { describe, expect, it } from 'vitest';
import type { Comparison } from './foreign-comparison.ts';
import { unexplainedFindings } from './known-differences.ts';
import type { Finding } from './program-differences.ts';

/** A file in which Poppler draws lines on whole pixels, with a weight of up to 12. */
const LINES = 'pdfjs/quadpoints.pdf';

const found = (drawer: Finding['drawer'], weight: number): Finding => ({ drawer, page: 1, weight });
const outcomeOf = (path: string, findings: Partial<Comparison>): string =>
  unexplainedFindings(path, { different: [], unlike: [], madePlain: [], ...findings }).outcome;

describe('differences between programs', () => {
  it('pass for a known fault within its weight', () => {
    expect(outcomeOf(LINES, { unlike: [found('Poppler', 11.9)] })).toBe('accepted but for fitted lines in Poppler');
  });

  it.each<[name: string, path: string, findings: Partial<Comparison>, outcome: string]>([
    ['above its weight', LINES, { unlike: [found('Poppler', 12.1)] }, 'unlike'],
    ['above its weight on one page', LINES, { unlike: [found('Poppler', 1), found('Poppler', 12.1)] }, 'unlike'],
    ['in another program', LINES, { unlike: [found('MuPDF', 1)] }, 'unlike'],
    ['in another program, too', LINES, { unlike: [found('Poppler', 1), found('MuPDF', 1)] }, 'unlike'],
    ['in another file', 'pdfjs/other.pdf', { unlike: [found('Poppler', 1)] }, 'unlike'],
    ['after the signature', LINES, { different: [found('Poppler', 12.1)] }, 'different'],
    ['where nothing is drawn', LINES, { different: [found('Poppler', Number.POSITIVE_INFINITY)] }, 'different'],
  ])('fail %s', (_, path, findings, outcome) => {
    expect(outcomeOf(path, findings)).toBe(outcome);
  });

  it('are listed with program, page and weight', () => {
    const { detail } = unexplainedFindings(LINES, { different: [], unlike: [found('MuPDF', 1)], madePlain: [] });
    expect(detail).toBe('MuPDF page 1 1.00');
  });
});
