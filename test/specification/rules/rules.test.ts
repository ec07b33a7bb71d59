/** Every visible rule of the specification names existing journeys, and every constant the tests that prove it. */
import { describe, expect, it } from 'vitest';
import { CONSTANTS } from './constants.ts';
import { RULES } from './pages.ts';
import { journeysOf } from './rule.ts';
import { journeyTitles, titlesIn } from './titles.ts';

const rules = RULES.flatMap(({ title, sections }) =>
  sections.flatMap(({ name, rules: all }) => all.map((rule) => ({ ...rule, name: `${title}, ${name}: ${rule.says}` }))),
);
const repeated = (all: readonly string[]): string[] => all.filter((name, index) => all.indexOf(name) !== index);

const journeys = journeyTitles();
/** A journey by its file's name and its titles, another test by its path and one of its titles. */
function exists(test: string): boolean {
  const [file = '', ...titles] = test.split(' › ');
  if (file.includes('/')) return titlesIn(file).includes(titles.join(' › '));
  const patterns = journeys.get(file) ?? [];
  return titles.every((title) => patterns.some((pattern) => pattern.test(title)));
}

describe('the visible rules', () => {
  it('cover all six sections and the product decisions, and are numerous', () => {
    const sections = RULES.map(({ title }) => /^Section (\d): /.exec(title)?.[1] ?? title);
    expect(sections.join(', ')).toBe('2, 3, 4, 5, 6, 8, Product decisions');
    expect(rules.length).toBeGreaterThan(150);
  });

  it('are unique', () => {
    expect(repeated(rules.map(({ name }) => name))).toEqual([]);
  });

  it('each have a journey, and none twice', () => {
    const unproved = rules.filter((rule) => journeysOf(rule).length === 0);
    expect(unproved.map(({ name }) => name)).toEqual([]);
    expect(rules.flatMap((rule) => repeated(rule.journeys).map((journey) => `${rule.name}: ${journey}`))).toEqual([]);
    const forRoles = (rule: (typeof rules)[number]) => rule.journeys.some((journey) => journey.includes('$role'));
    expect(rules.filter((rule) => forRoles(rule) !== rule.roles.length > 0).map(({ name }) => name)).toEqual([]);
  });

  it('name existing journeys', () => {
    const missing = rules.flatMap((rule) => journeysOf(rule).filter((journey) => !exists(journey)));
    expect([...new Set(missing)]).toEqual([]);
    expect(exists('fea.spec.ts › blocks the document until it is signed')).toBe(false);
  });
});

describe('the constants', () => {
  it('are the twenty-nine rows of the specification’s table, each once', () => {
    expect(CONSTANTS).toHaveLength(29);
    expect(repeated(CONSTANTS.map(({ item }) => item))).toEqual([]);
  });

  it('each have a test, or a reason why nothing can be proved', () => {
    const unproved = CONSTANTS.filter(({ tests, why }) => (tests.length === 0) !== (why !== undefined));
    expect(unproved.map(({ item }) => item)).toEqual([]);
    expect(CONSTANTS.filter(({ why }) => why !== undefined).map(({ item }) => item)).toEqual(['Chart value 800']);
  });

  it('name existing tests', () => {
    expect(CONSTANTS.flatMap(({ tests }) => tests.filter((test) => !exists(test)))).toEqual([]);
  });
});

describe('the titles of a file', () => {
  it('are only those of tests, not other quoted text', () => {
    const titles = titlesIn('test/specification/rules/rules.test.ts');
    expect(titles).toContain('are only those of tests, not other quoted text');
    expect(titles).not.toContain('Chart value 800');
  });
});
