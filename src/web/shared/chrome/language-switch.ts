/** The texts of a page and the switch to its other language, which is stored in the browser. */
import { useEffect, useState } from 'react';
import { type Language, storeLanguage } from '../language.ts';

/** The texts of one application in one language. */
export interface LocalizedTexts {
  language: { code: string };
}

export const languageCode = ({ language }: LocalizedTexts): Language => (language.code === 'en' ? 'en' : 'it');

interface LanguageSwitchOptions<W> {
  /** Rejects when the texts cannot be loaded. */
  load: (language: Language) => Promise<W>;
  /** Called before the page is drawn in the other language. */
  onSwitch?: (language: Language) => void;
}

export function useLanguageSwitch<W extends LocalizedTexts>(first: W, { load, onSwitch }: LanguageSwitchOptions<W>) {
  const [words, setWords] = useState(first);
  const language = languageCode(words);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const switchLanguage = () => {
    const otherLanguage = language === 'it' ? 'en' : 'it';
    // Without a network the other language may fail to load: the button can be pressed again.
    load(otherLanguage).then(
      (loadedTexts) => {
        storeLanguage(otherLanguage);
        setWords(loadedTexts);
        onSwitch?.(otherLanguage);
      },
      () => {},
    );
  };
  return { words, language, switchLanguage };
}
