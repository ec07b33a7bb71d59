/** Starts the tablet's pages: the code removed from the address, then the application. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/pages.css';
import { followColorScheme, startPage } from '../shared/chrome/start.tsx';
import { isOnTablet, storeTabletPath } from '../shared/on-tablet.ts';
import { createDeviceApi } from './api/device-api.ts';
import { App } from './app.tsx';
import { italian } from './text/it.ts';
import { loadTexts } from './text/load-texts.ts';

followColorScheme();

/** Removes the scanned code from the address bar and the history. */
function takeCode(): string | null {
  const code = location.hash.slice(1, 41);
  if (code === '') return null;
  history.replaceState(null, '', location.pathname);
  return code;
}

// Users may also return to the list with the browser's own controls.
if (isOnTablet()) storeTabletPath('');

const code = takeCode();
void startPage(italian, loadTexts, (words, settings) => (
  <App settings={settings} texts={words} api={createDeviceApi()} code={code} />
));
