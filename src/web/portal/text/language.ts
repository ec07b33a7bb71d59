/** The words of the language that is spoken, in pieces. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { oneStop } from '#domain/one-stop.ts';
import type { Language } from './chosen-language.ts';
import { it } from './it.ts';
import { type Catalogue, PIECES, type Piece } from './pieces.ts';

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

const held = new Set<Piece>();

/** Takes in the Italian words that a page brings along. */
export function holdWords(words: Partial<Record<Piece, object>>): void {
  i18next.addResourceBundle('it', 'translation', words, true, true);
  for (const piece of Object.keys(words)) held.add(piece as Piece);
}

/** Fetches the Italian words of a page that is about to open. Rejects when they cannot be fetched. */
export async function holdPiece(piece: Piece): Promise<void> {
  if (!held.has(piece)) holdWords({ [piece]: await PIECES[piece]() });
}

/** Starts the catalogue before the first render; English is fetched only when it is spoken. */
export async function startWords(language: Language): Promise<void> {
  // Names are put into sentences, and some end with a stop of their own.
  const stops = { type: 'postProcessor', name: 'stops', process: oneStop } as const;
  await i18next
    .use(initReactI18next)
    .use(stops)
    .init({
      lng: 'it',
      fallbackLng: 'it',
      resources: { it: { translation: it } },
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
