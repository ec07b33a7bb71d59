/** Switches for the theme and the language; the language switch is hidden in production. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { settings } from '../../settings.ts';
import { type Language, storeLanguage } from '../../text/chosen-language.ts';
import { setLanguage, uiLanguage } from '../../text/language.ts';
import classes from './preferences.module.css';

export function SchemeSwitch() {
  const { t } = useTranslation();
  // Disabling transitions would set a style element's HTML, which Trusted Types refuse.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
    <button
      type="button"
      className={classes.switch}
      aria-label={dark ? t('header.light') : t('header.dark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={19} stroke={1.8} /> : <IconMoon size={19} stroke={1.8} />}
    </button>
  );
}

/** Each in its own language, so that its speakers can read it. */
export const LANGUAGE_NAMES = { it: 'Italiano', en: 'English' } as const satisfies Record<Language, string>;

/** Labelled in the target language. */
export function LanguageSwitch() {
  useTranslation();
  if (settings.production) return null;
  const language: Language = uiLanguage() === 'it' ? 'en' : 'it';
  return (
    <button
      type="button"
      className={classes.language}
      lang={language}
      onClick={() => {
        storeLanguage(localStorage, language);
        void setLanguage(language);
      }}
    >
      <IconLanguage size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.name}>{LANGUAGE_NAMES[language]}</span>
    </button>
  );
}
