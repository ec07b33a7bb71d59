/** The words of a page and the switch to its other language, which the browser remembers. */
import { useEffect, useState } from 'react';
import { keepLanguage, type Language } from '../language.ts';

/** The words of one application in one language. */
export interface Worded {
  language: { code: string };
}

export const languageCode = ({ language }: Worded): Language => (language.code === 'en' ? 'en' : 'it');

interface Switching<W> {
  /** Rejects when the words cannot be loaded. */
  load: (language: Language) => Promise<W>;
  /** Called before the page is drawn in the other language. */
  onSwitch?: (language: Language) => void;
}

export function useWordsOf<W extends Worded>(first: W, { load, onSwitch }: Switching<W>) {
  const [words, setWords] = useState(first);
  const language = languageCode(words);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const switchLanguage = () => {
    const other = language === 'it' ? 'en' : 'it';
    // Without a network the other language may fail to load: the button can be pressed again.
    load(other).then(
      (loaded) => {
        keepLanguage(other);
        setWords(loaded);
        onSwitch?.(other);
      },
      () => {},
    );
  };
  return { words, language, switchLanguage };
}
