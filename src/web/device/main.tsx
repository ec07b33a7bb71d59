/** Starts the tablet's pages: colour scheme from the system, the code removed from the address, then the application. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/base.css';
import './styles/pages.css';
import { createRoot } from 'react-dom/client';
import { readLanguage } from '../shared/language.ts';
import { isOnTablet, noteTablet } from '../shared/on-tablet.ts';
import { readSettings } from '../shared/page-settings.ts';
import { createDeviceApi } from './api/device-api.ts';
import { App } from './app.tsx';
import { CrashGuard } from './pages/crash-guard.tsx';
import { italian } from './text/it.ts';
import { loadWords } from './text/words.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
applyScheme();
dark.addEventListener('change', applyScheme);

/** Removes the scanned code from the address bar and the history. */
function takeCode(): string | null {
  const code = location.hash.slice(1, 41);
  if (code === '') return null;
  history.replaceState(null, '', location.pathname);
  return code;
}

/** If English cannot be loaded, stay with Italian, which is bundled. */
async function start(root: HTMLElement): Promise<void> {
  const code = takeCode();
  const words = await loadWords(readLanguage()).catch(() => italian);
  const api = createDeviceApi();
  createRoot(root).render(
    <CrashGuard words={words}>
      <App settings={readSettings()} words={words} api={api} code={code} />
    </CrashGuard>,
  );
}

// Users may also return to the list with the browser's own controls.
if (isOnTablet()) noteTablet('');

const root = document.getElementById('root');
if (root) void start(root);
