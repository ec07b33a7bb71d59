/** The browsers of the journeys: headless for most, which costs less; the full one where a file is shown in a tab. */
import type { LaunchOptions } from '@playwright/test';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const launching = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

export const USUAL_BROWSER = launching(process.env.CHROMIUM_WINDOWLESS ?? CHROMIUM);
/** With a PDF viewer: `test.use({ launchOptions: WHOLE_BROWSER })`, for a whole file. */
export const WHOLE_BROWSER = launching(CHROMIUM);
