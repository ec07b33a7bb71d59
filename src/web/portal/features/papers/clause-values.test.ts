/** The clauses form: what it sends, what it refuses, where the server's refusals are shown. */
import { describe, expect, it } from 'vitest';
import type { PaperDraft } from '../../api/queries/papers.ts';
import { clauseIssues, clausesBody, clausesOf, clauseValues, fieldOfServer } from './clause-values.ts';

const DRAFT: PaperDraft = {
  type: 'LOAN_OTHER',
  language: 'it',
  productVersion: 'bozza 1',
  clauses: [
    { id: 'use', heading: 'Uso', text: 'Uso del veicolo.' },
    { id: 'forum', heading: 'Foro', text: 'Foro di {company}.' },
  ],
  placeholders: ['company'],
};
const values = (change: Record<string, string> = {}) => ({
  ...clauseValues({ version: '2026.1', note: null }, DRAFT.clauses),
  ...change,
});
const codes = (change: Record<string, string>) =>
  clauseIssues(values(change), DRAFT).map(({ field, code }) => `${field} ${code}`);

describe('the clauses form', () => {
  it('sends every clause of the type in order, trimmed', () => {
    expect(clausesBody(values({ text_use: ' Altro.\n' }), DRAFT)).toEqual({
      kind: 'CLAUSES',
      version: '2026.1',
      note: null,
      clauses: [{ ...DRAFT.clauses[0], text: 'Altro.' }, DRAFT.clauses[1]],
    });
  });

  it('shows the saved text, and the product’s draft of a new clause', () => {
    const written = [{ id: 'forum', heading: 'Foro', text: 'Foro di Modena.' }];
    expect(clausesOf(DRAFT, written)).toEqual([DRAFT.clauses[0], written[0]]);
    expect(clausesOf(DRAFT, null)).toEqual(DRAFT.clauses);
  });

  it.each([
    [{}, []],
    [{ version: ' ' }, ['version required']],
    [{ version: 'x'.repeat(41) }, ['version max']],
    [{ note: 'x'.repeat(501) }, ['note max']],
    [{ heading_use: '' }, ['heading_use required']],
    [{ heading_use: 'Uso {company}' }, ['heading_use placeholder']],
    [{ text_use: 'x'.repeat(3001) }, ['text_use max']],
    [{ text_forum: 'Foro di {pec}.' }, ['text_forum placeholder']],
  ])('refuses %j like the server', (change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  it('shows the server’s errors at their fields', () => {
    expect(fieldOfServer('clauses.1.text', DRAFT)).toBe('text_forum');
    expect(fieldOfServer('version', DRAFT)).toBe('version');
    expect(fieldOfServer('clauses.9.text', DRAFT)).toBe('clauses.9.text');
  });
});
