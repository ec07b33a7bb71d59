/** Entry of the staff portal: takes the sign-in token out of the address, then initializes words, data and routes. */
import './preload/first-requests.ts';
import '../shared/fonts.css';
import '../shared/tokens.css';
import './ui/mantine.css';
import './ui/base.css';
import './ui/shapes.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { takeLanding } from './api/session/take-landing.ts';
import { Toasts } from './connected/toasts.tsx';
import { limitSplash } from './frame/splash.ts';
import { makeRouter, preloadLanding } from './routes.tsx';
import { settings, styleNonce } from './settings.ts';
import { readLanguage } from './text/chosen-language.ts';
import { initTexts } from './text/language.ts';
import { theme } from './ui/theme.ts';

takeLanding();
limitSplash();
// Libraries that add a style element at run time read the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const schemes = localStorageColorSchemeManager({ key: 'fascicolo.scheme' });

await initTexts(readLanguage(localStorage, settings.production));
preloadLanding();
// Split evaluating the program and the first render into two tasks, so that input waits for only one of them.
await new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(null);
});
const router = makeRouter();
const container = document.getElementById('root');
if (!container) throw new Error('The shell has no #root');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
      // Variables and classes come from static style sheets: Trusted Types refuse setting a style element's HTML.
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts onGo={(path) => void router.navigate({ to: path })} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
