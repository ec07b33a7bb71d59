/** Collects the titles of tests and journeys as written in their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withoutComments } from '../../architecture/sources.ts';

const root = join(import.meta.dirname, '../../..');
const JOURNEYS = 'test/journeys';

/** A title in a call, also of a test with fixtures of its own, after the rows of a table of cases, or as the rule of a table. */
const TITLE = /(?:^\w+\(|\b(?:it|test|describe)\(|\]\)\(|\)\(|\brule:)\s*(['`])((?:(?!\1).)+)\1/gm;

/** The titles in a test file. */
export function titlesIn(path: string): string[] {
  const code = withoutComments(readFileSync(join(root, path), 'utf8'));
  return [...code.matchAll(TITLE)].map(([, , title = '']) => title);
}

/** Matches what a title becomes when its placeholders are filled in. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/\$\{[^}]*\}/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

/** For each file of journeys, by its name, the patterns of its titles. */
export function journeyTitles(): ReadonlyMap<string, readonly RegExp[]> {
  const files = readdirSync(join(root, JOURNEYS), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.spec.ts'),
  );
  return new Map(files.map((file) => [basename(file), titlesIn(join(JOURNEYS, file)).map(patternOf)]));
}
