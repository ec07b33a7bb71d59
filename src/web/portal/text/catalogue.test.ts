/** Both catalogues are complete and keep the texts that the specification quotes. */
import { describe, expect, it } from 'vitest';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { type Catalogue, PIECES } from './catalogue-pieces.ts';
import { LANGUAGE_KEY, readLanguage, storeLanguage } from './chosen-language.ts';
import { en } from './en.ts';
import { it as eager } from './it.ts';
import { withMillions } from './language.ts';

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === 'string' ? [[`${path}${key}`, inner]] : leaves(inner as object, `${path}${key}.`),
  );
}
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const pieces = await Promise.all(Object.entries(PIECES).map(async ([name, load]) => [name, await load()] as const));
const italian = { ...eager, ...Object.fromEntries(pieces) } as Catalogue;
const italianTexts = leaves(italian);
const englishTexts = new Map(leaves(en));

describe('the two catalogues', () => {
  it('have the same keys', () => {
    expect([...englishTexts.keys()].sort()).toEqual(italianTexts.map(([key]) => key).sort());
  });

  it('have no empty texts', () => {
    expect([...italianTexts, ...englishTexts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('use one Italian apostrophe, the typographic one', () => {
    expect(italianTexts.filter(([, text]) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
  });

  it('have the same parameters in both languages', () => {
    const different = italianTexts.filter(
      ([key, text]) => `${holes(text)}` !== `${holes(englishTexts.get(key) ?? '')}`,
    );
    expect(different).toEqual([]);
  });

  it('have every Italian plural: one, many, other', () => {
    const keys = new Set(leaves(withMillions(italian)).map(([key]) => key));
    const stems = [...keys].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -4));
    expect(stems.length).toBeGreaterThan(3);
    expect(stems.filter((stem) => !keys.has(`${stem}_many`) || !keys.has(`${stem}_other`))).toEqual([]);
  });

  it('have a text for every code that can be on screen', () => {
    expect(Object.keys(italian.label.documentStatus)).toEqual(expect.arrayContaining([...DOCUMENT_STATUSES]));
    expect(Object.keys(italian.label.role)).toEqual(expect.arrayContaining([...ROLES]));
    expect(Object.keys(italian.label.folderType)).toEqual([...FOLDER_TYPES]);
    expect(Object.keys(italian.label.brand)).toEqual([...BRANDS]);
  });

  it('keep the texts that the specification quotes', () => {
    expect(italian.yes).toBe('Si');
    expect(italian.menu.dealerPortal).toBe('Dealer Portal');
    expect(italian.dashboard.menuLabel).toBe('Firma');
    expect(italian.situations.dealerVerbatim).toBe('Dealer not loaded. Try to logout');
    expect(italian.situations.oops).toBe('OOPS! Something went wrong here');
    expect(italian.table.range).toBe('righe da {{from}} a {{to}} di {{size}}');
    expect(en.table.range).toBe('rows from {{from}} to {{to}} of {{size}}');
    expect(italian.label.documentStatus.READY_TO_SIGN).toBe('Da Avviare');
    expect(italian.failure.validation).toBe('Errore di validazione dei dati.');
    expect(italian.documentFields.acceptedPdf).toBe('File accettati: PDF');
    expect(italian.documentFields.acceptedAny).toBe('File accettati: immagini, Pdf, documenti di testo');
    expect(italian.documentFields.unhandled).toBe('{{field}} non gestito');
  });

  it('use accented letters, not apostrophes', () => {
    const careless = italianTexts.filter(([, text]) =>
      /\b(e|perche|puo|gia|piu|citta|cosi)['’](\s|$|[.,])/i.test(text),
    );
    expect(careless).toEqual([]);
  });
});

describe('the language', () => {
  const holding = (content: string | null) => ({ getItem: (key: string) => (key === LANGUAGE_KEY ? content : null) });

  it('is Italian by default', () => {
    expect(readLanguage(holding(null), false)).toBe('it');
  });

  it('is the one stored under i18nConfig', () => {
    const kept = new Map<string, string>();
    storeLanguage({ setItem: (key, value) => void kept.set(key, value) }, 'en');
    expect([...kept.keys()]).toEqual(['i18nConfig']);
    expect(readLanguage(holding(kept.get('i18nConfig') ?? null), false)).toBe('en');
  });

  it.each(['', 'en', '{', '{"selectedLang":"de"}', '{"selectedLang":7}', '[]'])(
    'is Italian when the storage contains %s',
    (content) => {
      expect(readLanguage(holding(content), false)).toBe('it');
    },
  );

  it('is Italian in production, where the switcher is hidden', () => {
    expect(readLanguage(holding('{"selectedLang":"en"}'), true)).toBe('it');
  });
});
