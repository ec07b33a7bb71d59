/** Default names of tablets. */
import { expect, it } from 'vitest';
import { defaultDeviceName } from './default-name.ts';

it.each([
  ['Mozilla/5.0 (Linux; Android 14; SM-X210 Build/UP1A) AppleWebKit/537.36 Chrome/130.0', 5, 'SM-X210'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0', 5, 'Tablet Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 5, 'iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 0, 'Tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0', 10, 'Tablet Windows'],
])('%s with %d touches', (userAgent, maxTouchPoints, name) =>
  expect(defaultDeviceName({ userAgent, maxTouchPoints })).toBe(name),
);
