/** Loads the texts of the tablet's pages; English is fetched only on request. */
import { createContext, useContext } from 'react';
import type { Language } from '../../shared/language.ts';
import { italian, type Words } from './it.ts';

/** Rejects when the texts cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const WordsContext = createContext<Words>(italian);

export const useWords = (): Words => useContext(WordsContext);
