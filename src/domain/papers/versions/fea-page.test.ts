/** Texts of the public page: every letter of art. 56, the product's numbers, the same sections in both languages; and its editions. */
import { describe, expect, it } from 'vitest';
import { COPY_DAYS } from '../../signing/messages/link.ts';
import { ATTEMPTS_PER_CODE, ATTEMPTS_PER_SESSION, CODE_DIGITS, CODE_MINUTES } from '../../signing/one-time-code.ts';
import { editionAt, feaEditions, type Publication } from './fea-editions.ts';
import { composeFeaPage, type FeaPageData } from './fea-page.ts';
import { FEA_PAGE } from './versions.ts';

const NOTHING: FeaPageData = {
  letterhead: {
    ...{ dealerName: 'Prova', brand: 'bmw', company: 'Prova S.r.l.', address: '', vatNumber: '' },
    ...{ rea: null, pec: null, phone: null },
  },
  fea: { provider: null, insurer: null, policy: null, coverage: null, assistance: null, publicPage: null },
  dpo: null,
};
const textOf = (language: 'it' | 'en', id: string): string =>
  composeFeaPage(NOTHING, language).sections.find((section) => section.id === id)?.text ?? '';

describe('the product’s texts', () => {
  it('state how each letter is met, in order, in both languages', () => {
    for (const language of ['it', 'en'] as const) {
      const { sections } = composeFeaPage(NOTHING, language);
      expect(sections.flatMap(({ letter }) => letter ?? []).join('')).toBe('abcdefgh');
      expect(sections.every(({ heading, text, approved }) => heading && text && !approved)).toBe(true);
    }
    const ids = (language: 'it' | 'en') => composeFeaPage(NOTHING, language).sections.map(({ id }) => id);
    expect(ids('en')).toEqual(ids('it'));
  });

  it.each([
    [
      'it',
      [`${CODE_DIGITS} cifre`, `${CODE_MINUTES} minuti`],
      `Dopo ${ATTEMPTS_PER_CODE} tentativi`,
      `dopo ${ATTEMPTS_PER_SESSION} la firma`,
      `per ${COPY_DAYS} giorni`,
    ],
    [
      'en',
      [`${CODE_DIGITS} digits`, `${CODE_MINUTES} minutes`],
      `After ${ATTEMPTS_PER_CODE} wrong tries`,
      `after ${ATTEMPTS_PER_SESSION} the signature`,
      `for ${COPY_DAYS} days`,
    ],
  ] as const)('contain the product’s figures (%s)', (language, code, ofCode, ofSession, days) => {
    for (const expected of code) expect(textOf(language, 'technologies')).toContain(expected);
    expect(textOf(language, 'control')).toContain(ofCode);
    expect(textOf(language, 'control')).toContain(ofSession);
    expect(textOf(language, 'copy')).toContain(days);
  });

  it('leave no placeholder unfilled, and invent nothing', () => {
    for (const language of ['it', 'en'] as const) {
      const all = composeFeaPage(NOTHING, language).sections.map(({ text }) => text);
      expect(all.join('\n')).not.toMatch(/[{}]/);
    }
    expect(textOf('it', 'insurance')).toContain('[compagnia]');
    expect(textOf('en', 'insurance')).toContain('[insurer]');
  });

  it('use typographic characters', () => {
    for (const language of ['it', 'en'] as const) {
      const all = composeFeaPage(NOTHING, language).sections.map(({ heading, text }) => `${heading} ${text}`);
      expect(all.join('\n')).not.toMatch(/['"]/);
    }
  });
});

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
let id = 0;
const published = (from: number, until: number | null, more: Partial<Publication> = {}): Publication => {
  id += 1;
  return {
    ...{ id, kind: 'CLAUSES', type: FEA_PAGE, language: 'it', legalEntity: 'LE001', version: `${id}` },
    ...{ from: day(from), until: until === null ? null : day(until) },
    ...more,
  };
};

describe('editions', () => {
  it('are a single one without a start date where nothing was published', () => {
    const editions = feaEditions([], 'it');
    expect(editions).toHaveLength(1);
    expect(editionAt(editions, null)).toMatchObject({ from: null, until: null });
    expect(editionAt(editions, day(1))).toBeUndefined();
  });

  it('start with each publication that the page shows, newest first', () => {
    const first = published(2, 6);
    const second = published(6, null);
    const module = published(4, null, { type: 'FEA_MODULE' });
    const company = published(8, null, { kind: 'COMPANY', type: null, language: null, version: null });
    const editions = feaEditions([company, second, module, first], 'it');
    expect(editions.map(({ from, until }) => [from, until])).toEqual([
      [day(8), null],
      [day(6), day(8)],
      [day(4), day(6)],
      [day(2), day(4)],
    ]);
    expect(editionAt(editions, day(5))).toMatchObject({ page: first, module, company: undefined });
    expect(editionAt(editions, day(8))).toMatchObject({ page: second, module, company });
    expect(editionAt(editions, day(1))).toBeUndefined();
  });

  it('prefer the legal entity’s own texts to general ones, and do not restart for texts not shown', () => {
    const own = published(2, null);
    const general = published(4, null, { legalEntity: null });
    expect(feaEditions([own, general], 'it')).toHaveLength(1);
    const before = feaEditions([published(2, null, { legalEntity: null }), published(4, null)], 'it');
    expect(before.map(({ page }) => page?.legalEntity)).toEqual(['LE001', null]);
  });

  it('in English do not depend on the Italian module', () => {
    const publications = [published(2, null, { language: 'en' }), published(4, null, { type: 'FEA_MODULE' })];
    expect(feaEditions(publications, 'en').map(({ from }) => from)).toEqual([day(2)]);
  });
});
