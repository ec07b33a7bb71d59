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
import { followColorScheme, startPage } from '../shared/chrome/start.tsx';
import { isPreviousCustomerPage, returnToList } from '../shared/on-tablet.ts';
import { App } from './app.tsx';
import { type Catalogue, italian } from './text/it.ts';
import { loadCatalogue } from './text/language.ts';

followColorScheme();

/** Loaded only on a phone that scanned a QR code. */
async function scanApplication(settings: Settings, texts: Catalogue) {
  if (!location.pathname.startsWith('/qr/')) return null;
  const [{ ScanApp }, { createScanApi, scannedTokenOf }] = await Promise.all([
    import('./scan/scan-app.tsx'),
    import('./scan/scan-api.ts'),
  ]);
  return <ScanApp settings={settings} words={texts} api={createScanApi(scannedTokenOf(location.pathname) ?? '')} />;
}

/** Loaded only on a phone that takes photos for a form at the desk. */
async function photosApplication(settings: Settings, texts: Catalogue) {
  if (!location.pathname.startsWith('/photos/')) return null;
  const { createPhotosApp: photosApp } = await import('./photos/photos-app.tsx');
  return photosApp(settings, texts);
}

// A page restored from the browser's back/forward cache counts as going back, too.
addEventListener('pageshow', (event) => {
  if (event.persisted && isPreviousCustomerPage()) returnToList();
});

if (isPreviousCustomerPage()) returnToList();
else
  void startPage(
    italian,
    loadCatalogue,
    async (texts, settings) =>
      (await scanApplication(settings, texts)) ??
      (await photosApplication(settings, texts)) ?? <App settings={settings} words={texts} />,
  );
