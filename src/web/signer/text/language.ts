/** The words of the signer's pages in the language the person reads (specification §1, P-7). */
import { createContext, useContext } from 'react';
import type { Language } from '../../shared/language.ts';
import { type Catalogue, italian } from './it.ts';

/** The words of a language; English travels only when asked for. Rejects when it cannot be loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === 'it' ? italian : (await import('./en.ts')).english;
}

export const TextContext = createContext<Catalogue>(italian);

export function useText(): Catalogue {
  return useContext(TextContext);
}
