/** Both languages of the tablet's pages are complete and typographically correct. */
import { describe, expect, it } from 'vitest';
import { languageCode } from '../../shared/chrome/words.ts';
import { english } from './en.ts';
import { italian } from './it.ts';
import { loadWords } from './words.ts';

/** Every text by its path; functions are called with sample values. */
function textsOf(words: object): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') {
      for (const count of [1, 2]) texts.set(`${path}(${count})`, String(value(count)));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(words, '');
  return texts;
}

describe('the texts', () => {
  const [it_, en] = [textsOf(italian), textsOf(english)];

  it('have the same keys in both languages, none of them empty', () => {
    expect([...en.keys()]).toEqual([...it_.keys()]);
    for (const [path, text] of [...it_, ...en]) expect(text.trim(), path).not.toBe('');
  });

  it('differ in every text that is not a name', () => {
    const same = [...it_].filter(([path, text]) => en.get(path) === text && path !== 'frame.product');
    expect(same).toEqual([]);
  });

  it('use typographic accents and apostrophes, without exclamation marks', () => {
    for (const [path, text] of [...it_, ...en]) expect(text, path).not.toMatch(/[!']/);
  });

  it('are in the requested language', async () => {
    expect(languageCode(await loadWords('en'))).toBe('en');
    expect(languageCode(await loadWords('it'))).toBe('it');
  });
});
