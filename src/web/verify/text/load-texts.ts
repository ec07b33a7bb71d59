/** Loads the texts of the page in the visitor's language; English is fetched only on demand. */
import { createContext, useContext } from 'react';
import type { Language } from '../../shared/language.ts';
import { italian, type Texts } from './it.ts';

/** Rejects when the texts cannot be loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const TextsContext = createContext<Texts>(italian);

export const useTexts = (): Texts => useContext(TextsContext);
