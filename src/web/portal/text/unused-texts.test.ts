/** Every text of the catalogues is used somewhere; an unused one must be removed. */
import { describe, expect, it } from 'vitest';
import { PIECES } from './catalogue-pieces.ts';
import { it as eager } from './it.ts';

const FILES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../text/{it,en}/*', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Suffixes that i18next adds to a key for plurals. */
const PLURAL = /_(one|many|other)$/;
/** A template placeholder, with nested braces at most one level deep. */
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [`${path}${key}`] : keysOf(inner as object, `${path}${key}.`),
  );
}

/** Escaped for use in a pattern. */
const literal = (text: string): string => text.replaceAll(/[.+*?^$|(){}[\]\\/]/g, '\\$&');

/** Quoted keys, and patterns of keys composed from codes: `label.role.${role}`. */
function spokenIn(source: string): { whole: ReadonlySet<string>; patterns: readonly RegExp[] } {
  const whole = new Set([...source.matchAll(/(['"`])([A-Za-z]\w*(?:\.[\w-]+)*)\1/g)].map((match) => match[2] ?? ''));
  const patterns = [...source.matchAll(/\bt\(\s*(?:[^`;]*[?:]\s*)?`([A-Za-z]\w*\.[^`]*?\$\{[^`]*)`/g)].map((match) => {
    const parts = (match[1] ?? '').split(HOLE).map(literal);
    return new RegExp(`^${parts.join('[\\w./+-]+')}$`);
  });
  // An act gives one prefix for its three texts (use-act.ts).
  for (const [, key] of source.matchAll(/\bwords(?:: |=)['"]([\w.]+)['"]/g)) {
    for (const word of ['doing', 'done', 'failed']) whole.add(`${key}.${word}`);
  }
  for (const [, key = ''] of source.matchAll(/\bwords(?:: (?:\(.*\) => )?|=\{)`([^`]+)`/g)) {
    patterns.push(new RegExp(`^${key.split(HOLE).map(literal).join('[\\w./+-]+')}\\.(?:doing|done|failed)$`));
  }
  return { whole, patterns };
}

async function allKeys(): Promise<string[]> {
  const pieces = await Promise.all(Object.entries(PIECES).map(async ([name, load]) => [name, await load()] as const));
  return keysOf({ ...eager, ...Object.fromEntries(pieces) });
}

describe('a text of the catalogues', () => {
  it('with plurals is always used with a number: otherwise its key would be shown', async () => {
    const keys = await allKeys();
    const whole = new Set(keys);
    const counting = new Set(keys.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')));
    expect(counting.size).toBeGreaterThan(20);
    const bare = Object.entries(FILES).flatMap(([file, source]) =>
      [...source.matchAll(/\bt\(\s*['"]([\w.]+)['"]\s*\)/g)]
        .map((match) => match[1] ?? '')
        .filter((key) => counting.has(key) && !whole.has(key))
        .map((key) => `${file}: ${key}`),
    );
    expect(bare).toEqual([]);
  });

  it('is used by some page', async () => {
    const keys = await allKeys();
    const { whole, patterns } = spokenIn(Object.values(FILES).join('\n'));
    const silent = keys.filter((key) => {
      const said = key.replace(PLURAL, '');
      return !whole.has(said) && !patterns.some((pattern) => pattern.test(said));
    });
    expect(silent).toEqual([]);
  });
});
