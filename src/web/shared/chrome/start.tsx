/** Starts a page: the colour scheme of the system, the words in the stored language, then the application. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Language, readLanguage } from '../language.ts';
import { CrashGuard, type CrashWords } from './crash-guard.tsx';
import { readSettings, type Settings } from './page-settings.ts';

/** Sets the attribute that the tokens read, now and whenever the system's scheme changes. */
export function followScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
}

/** @param load rejects when a language cannot be loaded; `italian` is bundled. */
export async function startPage<W extends { failure: CrashWords }>(
  italian: W,
  load: (language: Language) => Promise<W>,
  application: (words: W, settings: Settings) => ReactNode | Promise<ReactNode>,
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const words = await load(readLanguage()).catch(() => italian);
  const drawn = await application(words, readSettings());
  createRoot(root).render(<CrashGuard words={words.failure}>{drawn}</CrashGuard>);
}
