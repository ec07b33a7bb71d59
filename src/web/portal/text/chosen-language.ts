/** Reads the chosen language from local storage, key i18nConfig. Pure. */
export const LANGUAGES = ['it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_KEY = 'i18nConfig';

/** Reads `{"selectedLang":"en"}`; anything else is Italian, as is production, where the switch is hidden. */
export function readLanguage(storage: Pick<Storage, 'getItem'>, production: boolean): Language {
  if (production) return 'it';
  try {
    const saved: unknown = JSON.parse(storage.getItem(LANGUAGE_KEY) ?? 'null');
    const chosen = typeof saved === 'object' && saved !== null && 'selectedLang' in saved ? saved.selectedLang : null;
    return LANGUAGES.find((language) => language === chosen) ?? 'it';
  } catch {
    return 'it';
  }
}

export function storeLanguage(storage: Pick<Storage, 'setItem'>, language: Language): void {
  storage.setItem(LANGUAGE_KEY, JSON.stringify({ selectedLang: language }));
}
