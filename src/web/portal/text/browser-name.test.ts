/** Device names in plain words. */
import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it.each([
  ['Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'Chrome · Android'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1', 'Safari · iPadOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge · Windows'],
  ['curl/8.5.0', null],
  [null, null],
])('%s is %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
