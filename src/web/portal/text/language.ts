/** Loads the words of the current language, in pieces. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { oneStop } from '#domain/one-stop.ts';
import type { Language } from './chosen-language.ts';
import { it } from './it.ts';
import { type Catalogue, PIECES, type Piece } from './pieces.ts';
import { withMillions } from './plurals.ts';

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
const held = new Set<Piece>();

/** Adds Italian words that a page brings with it. */
export function holdWords(words: Partial<Record<Piece, object>>): void {
  i18next.addResourceBundle('it', 'translation', withMillions(words), true, true);
  for (const piece of Object.keys(words)) held.add(piece as Piece);
}

/** Loads the Italian words of a page that is about to open. Rejects when they cannot be loaded. */
export async function holdPiece(piece: Piece): Promise<void> {
  if (!held.has(piece)) holdWords({ [piece]: await PIECES[piece]() });
}

/** Initializes the catalogue before the first render; English is loaded only when chosen. */
export async function startWords(language: Language): Promise<void> {
  // Names inserted into sentences may end with their own full stop.
  const stops = { type: 'postProcessor', name: 'stops', process: oneStop } as const;
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
  await speak(language);
}

export async function speak(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export function spoken(): Language {
  return i18next.language === 'en' ? 'en' : 'it';
}
