/** Starts a page: the colour scheme of the system, the texts in the stored language, then the application. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Language, readLanguage } from '../language.ts';
import { type CrashTexts, ErrorBoundary } from './crash-guard.tsx';
import { readSettings, type Settings } from './page-settings.ts';

/** Sets the attribute that the tokens read, now and whenever the system's scheme changes. */
export function followColorScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
}

/** @param loadTexts rejects when a language cannot be loaded; `italian` is bundled. */
export async function startPage<W extends { failure: CrashTexts }>(
  italian: W,
  loadTexts: (language: Language) => Promise<W>,
  renderApplication: (texts: W, settings: Settings) => ReactNode | Promise<ReactNode>,
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const texts = await loadTexts(readLanguage()).catch(() => italian);
  const content = await renderApplication(texts, readSettings());
  createRoot(root).render(<ErrorBoundary texts={texts.failure}>{content}</ErrorBoundary>);
}
