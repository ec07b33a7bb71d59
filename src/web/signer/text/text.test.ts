/** Both catalogues are complete, and settings, language and reasons are read correctly. */
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../shared/chrome/page-settings.ts';
import { parseLanguage } from '../../shared/language.ts';
import { reasonText } from '../pages/decline-page.tsx';
import { SCAN_TEXTS } from '../scan/scan-texts.ts';
import { lastDigits } from '../ui/phone-link.tsx';
import { english } from './en.ts';
import { italian } from './it.ts';
import { loadCatalogue } from './language.ts';

/** Every text of a catalogue by its path; functions are called with sample values. */
function textsOf(catalogue: object): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') {
      for (const count of [1, 2]) texts.set(`${path}(${count})`, String(value(count, count, 'Preventivo')));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(catalogue, '');
  return texts;
}

/** Words that are identical in both languages: names, abbreviations, codes. */
const SAME = new Set(['read.download', 'points.no', 'start.size', 'code.consentNo']);

describe('the two catalogues', () => {
  const it_ = textsOf({ ...italian, scan: SCAN_TEXTS.it });
  const en = textsOf({ ...english, scan: SCAN_TEXTS.en });

  it('have the same texts, none of them empty', () => {
    expect([...en.keys()]).toEqual([...it_.keys()]);
    for (const [path, text] of [...it_, ...en]) expect(text.trim(), path).not.toBe('');
  });

  it('differ in every text that is not a name', () => {
    const same = [...it_].filter(
      ([path, text]) => en.get(path) === text && !SAME.has(path.replace(/\(.*/, '')) && !path.startsWith('language.'),
    );
    expect(same).toEqual([]);
  });

  it('use typographic accents and apostrophes, without exclamation marks', () => {
    for (const [path, text] of [...it_, ...en]) {
      expect(text, path).not.toMatch(/[!]|\b(e|perche|gia|puo|piu|si)'(?=\s|$)|'/);
    }
  });

  it('have no unfilled value in a sentence', () => {
    for (const [path, text] of [...it_, ...en]) expect(text, path).not.toMatch(/undefined|null|NaN|\{|\}/);
  });
});

describe('the language of the pages', () => {
  it.each([null, '', 'it', 'de', '{', '{"selectedLang":"it"}', '{"selectedLang":7}', 'null', '[]'])(
    '%j is Italian',
    (stored) => {
      expect(parseLanguage(stored)).toBe('it');
    },
  );

  it.each(['en', '"en"', '{"selectedLang":"en"}'])('%j is English', (stored) => {
    expect(parseLanguage(stored)).toBe('en');
  });

  it('is loaded with its texts', async () => {
    expect(await loadCatalogue('it')).toBe(italian);
    expect(await loadCatalogue('en')).toBe(english);
  });
});

describe('the settings in the page', () => {
  it('show the demo strip only when set', () => {
    expect(parseSettings('{"demo":true,"production":false,"version":"1.0.0"}')).toEqual({ demo: true });
    for (const content of [null, '', '__SETTINGS__', '[]', 'null', '{"demo":"true"}']) {
      expect(parseSettings(content)).toEqual({ demo: false });
    }
  });
});

describe('a reason for declining', () => {
  it('is one line with the selected and the added text', () => {
    expect(reasonText('Altro motivo', '')).toBe('Altro motivo');
    expect(reasonText(null, '')).toBe('Nessun motivo indicato');
    expect(reasonText(null, 'Ci penso')).toBe('Ci penso');
    expect(reasonText('Altro motivo', '  due\n righe\u0007 ')).toBe('Altro motivo: due righe');
  });

  it('is within the server’s limit', () => {
    for (const chosen of Object.values(italian.decline.reasons))
      expect(reasonText(chosen, 'x'.repeat(5000)).length).toBeLessThan(400);
  });
});

describe('a masked phone for a screen reader', () => {
  it.each([
    ['*** *** 567', '567'],
    ['*** *** 264', '264'],
    ['***', ''],
  ])('%j ends in %j', (masked, digits) => {
    expect(lastDigits(masked)).toBe(digits);
  });
});
