/** Collects the names of all tests: journeys as their runner lists them, others as written in their files. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { withoutComments } from '../../architecture/sources.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

interface Suite {
  title: string;
  file: string;
  specs?: { title: string }[];
  suites?: Suite[];
}

function named(suite: Suite, above: readonly string[]): string[] {
  const within = (suite.specs ?? []).map(({ title }) => [basename(suite.file), ...above, title].join(' › '));
  return [...within, ...(suite.suites ?? []).flatMap((inner) => named(inner, [...above, inner.title]))];
}

/** Every journey as `file › describe › title`, with loops and templates expanded by the runner. */
export async function journeyTitles(): Promise<string[]> {
  const { stdout } = await run(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list', '--reporter=json'],
    { cwd: root, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: '' }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { suites } = JSON.parse(stdout) as { suites: Suite[] };
  return suites.flatMap((suite) => named(suite, []));
}

/** A title in a call, after the rows of a table of cases, or as the rule of a table. */
const TITLE = /(?:\b(?:it|test|describe)\(|\]\)\(|\)\(|\brule:)\s*(['`])((?:(?!\1).)+)\1/g;

/** The titles in a test file. */
export function titlesIn(path: string): string[] {
  const code = withoutComments(readFileSync(join(root, path), 'utf8'));
  return [...code.matchAll(TITLE)].map(([, , title = '']) => title);
}
