/** Starts the tablet's pages: the code removed from the address, then the application. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/pages.css';
import { followScheme, startPage } from '../shared/chrome/start.tsx';
import { isOnTablet, noteTablet } from '../shared/on-tablet.ts';
import { createDeviceApi } from './api/device-api.ts';
import { App } from './app.tsx';
import { italian } from './text/it.ts';
import { loadWords } from './text/words.ts';

followScheme();

/** Removes the scanned code from the address bar and the history. */
function takeCode(): string | null {
  const code = location.hash.slice(1, 41);
  if (code === '') return null;
  history.replaceState(null, '', location.pathname);
  return code;
}

// Users may also return to the list with the browser's own controls.
if (isOnTablet()) noteTablet('');

const code = takeCode();
void startPage(italian, loadWords, (words, settings) => (
  <App settings={settings} words={words} api={createDeviceApi()} code={code} />
));
