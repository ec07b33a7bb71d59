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
import { readSettings } from './ui/settings.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
applyScheme();
dark.addEventListener('change', applyScheme);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <CrashGuard>
      <App settings={readSettings()} />
    </CrashGuard>,
  );
}
