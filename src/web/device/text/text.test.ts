/** Both languages of the tablet's pages are complete and typographically correct. */
import { describe, expect, it } from 'vitest';
import { languageCode } from '../../shared/chrome/language-switch.ts';
import { english } from './en.ts';
import { italian } from './it.ts';
import { loadTexts } from './load-texts.ts';

/** Every text by its path; functions are called with sample values. */
function textsOf(catalogue: object): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') {
      for (const count of [1, 2]) texts.set(`${path}(${count})`, String(value(count)));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) collect(child, path === '' ? key : `${path}.${key}`);
    }
  };
  collect(catalogue, '');
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
    expect(languageCode(await loadTexts('en'))).toBe('en');
    expect(languageCode(await loadTexts('it'))).toBe('it');
  });
});
