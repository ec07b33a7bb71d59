/** Both catalogues are complete and keep the texts that the specification quotes. */
import { describe, expect, it } from 'vitest';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
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

  it('name a document type like the messages to its signer', () => {
    const types = Object.entries(italian.label.documentType);
    const same = types.filter(([type, name]) => name === paperName(type)).map(([type]) => type);
    expect(same.length).toBeGreaterThan(20);
    const names: Readonly<Record<string, string>> = en.label.documentType;
    expect(same.filter((type) => names[type] !== paperName(type, 'en'))).toEqual([]);
  });

  it('translate one sentence in one way, and one thing by one word', () => {
    const sentences = Map.groupBy(
      // A consent is withdrawn, an adherence is revoked: Italian has one word for both.
      italianTexts.filter(([, text]) => text.split(' ').length > 2 && !/revoca/i.test(text)),
      ([, text]) => text,
    );
    const ways = [...sentences.values()].map(
      (same) => new Set(same.map(([key]) => englishTexts.get(key.replace(/_one$/, '_other'))?.toLowerCase())),
    );
    expect(ways.filter(({ size }) => size > 1)).toEqual([]);
    const otherWords = /fiscal code|dealership|head of service|quotation|FEA form/i;
    expect([...englishTexts].filter(([, text]) => otherWords.test(text))).toEqual([]);
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
