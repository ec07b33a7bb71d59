/** Which language an Accept-Language header selects. */
import { describe, expect, it } from 'vitest';
import { negotiateLanguage } from './language.ts';

describe('the language of an answer', () => {
  it.each([
    [undefined, 'it'],
    ['', 'it'],
    ['it', 'it'],
    ['en', 'en'],
    ['EN', 'en'],
    ['en-GB', 'en'],
    ['it-CH, en', 'it'],
    ['en-US,en;q=0.9', 'en'],
    ['en-US,en;q=0.9,it;q=0.8', 'en'],
    ['it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7', 'it'],
    ['en;q=0.3, it;q=0.4', 'it'],
    ['de, en;q=0.5, it;q=0.4', 'en'],
    ['de-DE, fr;q=0.8', 'it'],
    ['de, *;q=0.5', 'it'],
    ['*', 'it'],
    ['*, it;q=0.1', 'en'],
    ['it;q=0, *', 'en'],
    ['it;q=0, en;q=0', 'it'],
    ['it;q=0', 'it'],
    ['en;q=0', 'it'],
    ['en ; q = 0.8 , it ; q = 0.2', 'en'],
    ['it, en', 'it'],
    ['en, it', 'en'],
    ['en;q=2', 'it'],
    ['en;q=0.12345', 'it'],
    ['en;q=-1', 'it'],
    ['english', 'it'],
    ['enx', 'it'],
    ['\u0000en', 'it'],
    ['en;level=1', 'it'],
    [`${'de,'.repeat(500)}en`, 'it'],
  ] as const)('for %j is %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language);
  });
});
