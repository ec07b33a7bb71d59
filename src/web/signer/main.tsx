/**
 * Starts the signer's pages: colour scheme by the phone's setting, settings from the page, then the application, or the
 * page of a scanned QR code.
 */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/pages.css';
import './styles/read.css';
import './styles/code.css';
import { createRoot } from 'react-dom/client';
import { readLanguage } from '../shared/language.ts';
import { backToList, isLeftBehind } from '../shared/on-tablet.ts';
import { readSettings, type Settings } from '../shared/page-settings.ts';
import { App } from './app.tsx';
import { CrashGuard } from './pages/crash-guard.tsx';
import { type Catalogue, italian } from './text/it.ts';
import { loadCatalogue } from './text/language.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
applyScheme();
dark.addEventListener('change', applyScheme);

/** Loaded only on a phone that scanned a QR code. */
async function scanned(settings: Settings, words: Catalogue) {
  if (!location.pathname.startsWith('/qr/')) return null;
  const [{ ScanApp }, { createScanApi, scannedTokenOf }] = await Promise.all([
    import('./scan/scan-app.tsx'),
    import('./scan/scan-api.ts'),
  ]);
  return <ScanApp settings={settings} words={words} api={createScanApi(scannedTokenOf(location.pathname) ?? '')} />;
}

/** Loaded only on a phone that takes photos for a form at the desk. */
async function photographed(settings: Settings, words: Catalogue) {
  if (!location.pathname.startsWith('/photos/')) return null;
  const { photosApp } = await import('./photos/photos-app.tsx');
  return photosApp(settings, words);
}

/** If English cannot be loaded, use Italian, which is always included. */
async function start(root: HTMLElement): Promise<void> {
  const words = await loadCatalogue(readLanguage()).catch(() => italian);
  const settings = readSettings();
  createRoot(root).render(
    <CrashGuard words={words}>
      {(await scanned(settings, words)) ?? (await photographed(settings, words)) ?? (
        <App settings={settings} words={words} />
      )}
    </CrashGuard>,
  );
}

// A page restored from the browser's back/forward cache counts as going back, too.
addEventListener('pageshow', (event) => {
  if (event.persisted && isLeftBehind()) backToList();
});

const root = document.getElementById('root');
if (isLeftBehind()) backToList();
else if (root) void start(root);
