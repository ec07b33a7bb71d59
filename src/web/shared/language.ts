/** Which language the pages outside the portal speak: Italian unless the person asked for English (specification §1, P-7). */

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
