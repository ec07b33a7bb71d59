/** Starts the page that checks signed files. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/page.css';
import './styles/result.css';
import { followColorScheme, startPage } from '../shared/chrome/start.tsx';
import { App } from './app.tsx';
import { readTrustAnchors } from './check/trust-anchors.ts';
import { italian } from './text/it.ts';
import { loadTexts } from './text/load-texts.ts';

followColorScheme();
void startPage(italian, loadTexts, (words, settings) => (
  <App settings={settings} trusted={readTrustAnchors()} texts={words} />
));
