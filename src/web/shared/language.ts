/** The language of the pages outside the portal: Italian unless the user chose English. */

export type Language = 'it' | 'en';

/** Local-storage key; the staff portal uses the same one. */
const STORAGE_KEY = 'i18nConfig';

/** Reads a stored choice: a JSON object with `selectedLang`, or the bare code. Anything else is Italian. */
export function parseLanguage(stored: string | null): Language {
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
    return parseLanguage(localStorage.getItem(STORAGE_KEY));
  } catch {
    return 'it';
  }
}

/** Stores the choice; without storage it is only forgotten. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ selectedLang: language }));
  } catch {
    return;
  }
}
