/** Which language the pages speak: Italian unless the person asked for English (specification §1, P-7). */
import { createContext, useContext } from 'react';
import { type Catalogue, italian } from './it.ts';

export type Language = 'it' | 'en';

/** Local-storage key the specification names; the staff portal keeps its choice under it too. */
const STORAGE_KEY = 'i18nConfig';

/** Reads a stored choice: a JSON object with `selectedLang`, or the bare code. Anything unknown is Italian. */
export function languageOf(stored: string | null): Language {
  if (stored === null) return 'it';
  let value: unknown = stored;
  try {
    value = JSON.parse(stored);
  } catch {
    value = stored;
  }
  if (typeof value === 'object' && value !== null) value = (value as Record<string, unknown>).selectedLang;
  return value === 'en' ? 'en' : 'it';
}

export function readLanguage(): Language {
  try {
    return languageOf(localStorage.getItem(STORAGE_KEY));
  } catch {
    return 'it';
  }
}

/** Keeps the choice; a browser that refuses storage only forgets it. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ selectedLang: language }));
  } catch {
    return;
  }
}

/** The words of a language; English travels only when asked for. Rejects when it cannot be loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const TextContext = createContext<Catalogue>(italian);

export function useText(): Catalogue {
  return useContext(TextContext);
}
