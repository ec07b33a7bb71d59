/** Starts the signer's pages: colour scheme by the phone's own choice, settings from the page, then the application. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/pages.css';
import './styles/read.css';
import './styles/code.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { CrashGuard } from './pages/crash-guard.tsx';
import { italian } from './text/it.ts';
import { loadCatalogue, readLanguage } from './text/language.ts';
import { readSettings } from './ui/settings.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
applyScheme();
dark.addEventListener('change', applyScheme);

/** English that cannot be loaded leaves the Italian pages, which are always here. */
async function start(root: HTMLElement): Promise<void> {
  const words = await loadCatalogue(readLanguage()).catch(() => italian);
  createRoot(root).render(
    <CrashGuard words={words}>
      <App settings={readSettings()} words={words} />
    </CrashGuard>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
