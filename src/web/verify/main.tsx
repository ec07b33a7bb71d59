/** Starts the page that checks signed files. */
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/page.css';
import './styles/result.css';
import { followScheme, startPage } from '../shared/chrome/start.tsx';
import { App } from './app.tsx';
import { readAnchors } from './check/anchors.ts';
import { italian } from './text/it.ts';
import { loadWords } from './text/words.ts';

followScheme();
void startPage(italian, loadWords, (words, settings) => (
  <App settings={settings} trusted={readAnchors()} words={words} />
));
