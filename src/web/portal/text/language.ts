/** Loads the texts of the current language, in pieces. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { singleFullStop } from '#domain/single-full-stop.ts';
import { type Catalogue, PIECES, type Piece } from './catalogue-pieces.ts';
import type { Language } from './chosen-language.ts';
import { it } from './it.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Catalogue };
    returnNull: false;
  }
}

async function load(language: Language): Promise<void> {
  if (language === 'en' && !i18next.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./en.ts');
    i18next.addResourceBundle('en', 'translation', en);
  }
}

/** The store adds the pieces to this object, so that it keeps them when it is initialized again. */
const italian = withMillions(it);
const loadedPieces = new Set<Piece>();

/** Adds Italian texts that a page's module includes. */
export function addTexts(words: Partial<Record<Piece, object>>): void {
  i18next.addResourceBundle('it', 'translation', withMillions(words), true, true);
  for (const piece of Object.keys(words)) loadedPieces.add(piece as Piece);
}

/** Loads a piece of the Italian texts, unless it is already loaded. Rejects when it cannot be loaded. */
export async function loadTexts(piece: Piece): Promise<void> {
  if (!loadedPieces.has(piece)) addTexts({ [piece]: await PIECES[piece]() });
}

/** Initializes the catalogue before the first render; English is loaded only when chosen. */
export async function initTexts(language: Language): Promise<void> {
  // Names inserted into sentences may end with their own full stop.
  const stops = { type: 'postProcessor', name: 'stops', process: singleFullStop } as const;
  await i18next
    .use(initReactI18next)
    .use(stops)
    .init({
      lng: 'it',
      fallbackLng: 'it',
      resources: { it: { translation: italian } },
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: ['stops'],
    });
  await setLanguage(language);
}

export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export function uiLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'it';
}

/**
 * Adds the Italian plural of round millions (`_many`), which the catalogue leaves out: with figures the noun follows
 * directly («1.000.000 documenti»), as in the other plural.
 */
export function withMillions(words: object): object {
  const texts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(words)) {
    texts[key] = typeof value === 'string' ? value : withMillions(value);
    if (key.endsWith('_other')) texts[key.replace(/other$/, 'many')] = value;
  }
  return texts;
}
