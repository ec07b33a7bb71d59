/** The words of the tablet's pages in the language that is read; English travels only when asked for (specification §1). */
import { createContext, useContext } from 'react';
import type { Language } from '../../shared/language.ts';
import { italian, type Words } from './it.ts';

/** Rejects when the words cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const WordsContext = createContext<Words>(italian);

export const useWords = (): Words => useContext(WordsContext);

export const languageCode = (words: Words): Language => (words.language.code === 'en' ? 'en' : 'it');
