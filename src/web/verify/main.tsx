/** Starts the page that checks signed files: sets the colour scheme of the visitor's preference, then starts the application. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/base.css';
import './styles/page.css';
import './styles/result.css';
import { createRoot } from 'react-dom/client';
import { readLanguage } from '../shared/language.ts';
import { readSettings } from '../shared/page-settings.ts';
import { App } from './app.tsx';
import { readAnchors } from './check/anchors.ts';
import { loadWords, WORDS } from './text/words.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
applyScheme();
dark.addEventListener('change', applyScheme);

/** If English cannot be loaded, the page stays Italian, which is bundled. */
async function start(root: HTMLElement): Promise<void> {
  const words = await loadWords(readLanguage()).catch(() => WORDS);
  createRoot(root).render(<App settings={readSettings()} trusted={readAnchors()} words={words} />);
}

const root = document.getElementById('root');
if (root) void start(root);
