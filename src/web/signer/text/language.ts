/** Loads the texts of the signer's pages in the reader's language. */
import { createContext, useContext } from 'react';
import type { Language } from '../../shared/language.ts';
import { type Catalogue, italian } from './it.ts';

/** Loads the texts of a language; English is fetched only on demand. Rejects when it cannot be loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const TextContext = createContext<Catalogue>(italian);

export function useText(): Catalogue {
  return useContext(TextContext);
}
