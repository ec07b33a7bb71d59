/**
 * Starts the signer's pages: the signature of a link, the page of a scanned QR code, or that of a phone which takes
 * photos.
 */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/pages.css';
import './styles/read.css';
import './styles/code.css';
import type { Settings } from '../shared/chrome/page-settings.ts';
import { followScheme, startPage } from '../shared/chrome/start.tsx';
import { backToList, isLeftBehind } from '../shared/on-tablet.ts';
import { App } from './app.tsx';
import { type Catalogue, italian } from './text/it.ts';
import { loadCatalogue } from './text/language.ts';

followScheme();

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

// A page restored from the browser's back/forward cache counts as going back, too.
addEventListener('pageshow', (event) => {
  if (event.persisted && isLeftBehind()) backToList();
});

if (isLeftBehind()) backToList();
else
  void startPage(
    italian,
    loadCatalogue,
    async (words, settings) =>
      (await scanned(settings, words)) ??
      (await photographed(settings, words)) ?? <App settings={settings} words={words} />,
  );
