/** Compares the project's figures with their ceilings: a figure above its ceiling fails, and so does a ceiling that could be lower. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Count, Figure } from './figures.ts';

/** Keyed by the figure's name. */
export type Ceilings = Readonly<Record<string, number>>;

export const ceilingsFile = join(import.meta.dirname, 'ceilings.json');
const SHOWN = 25;
const COMMAND = 'npm run lower-ceilings';

export function readCeilings(): Ceilings {
  return JSON.parse(readFileSync(ceilingsFile, 'utf8'));
}

/** @returns the lowest ceiling that is not below `now`. */
function lowestCeiling(now: number, { step = 1 }: Figure): number {
  return Math.ceil(now / step) * step;
}

/**
 * @param changed paths of changed files: if any contains faults, only their lines are listed.
 * @returns the problem with the figure or its ceiling, if any.
 */
export function ceilingProblem(
  figure: Figure,
  { now, at }: Count,
  ceilings: Ceilings,
  changed: () => ReadonlySet<string>,
): string | undefined {
  const ceiling = ceilings[figure.name];
  const lowest = lowestCeiling(now, figure);
  if (ceiling === undefined) return `${figure.name}: ${now}, and no ceiling; \`${COMMAND}\` writes ${lowest}`;
  if (now > ceiling) return `${figure.name}: ${now}, at most ${ceiling}. ${faultText(at, changed())}`;
  if (lowest === ceiling) return undefined;
  return `${figure.name}: ${now}; lower its ceiling from ${ceiling} to ${lowest} with \`${COMMAND}\``;
}

function faultText(at: readonly string[], changed: ReadonlySet<string>): string {
  const inChangedFiles = at.filter((location) => location.split(/:\d+\b|[ ,]+/).some((path) => changed.has(path)));
  const listed = inChangedFiles.length > 0 ? inChangedFiles : at;
  const more = listed.length > SHOWN ? `, and ${listed.length - SHOWN} more` : '';
  return `${inChangedFiles.length > 0 ? 'In changed files' : 'Found at'}: ${listed.slice(0, SHOWN).join('; ')}${more}`;
}

/**
 * @returns the lowest ceilings for `counts`, in the order of `figures`: none higher than before, and a first one for
 * each new figure.
 */
export function loweredCeilings(figures: readonly Figure[], counts: readonly number[], previous: Ceilings): Ceilings {
  return Object.fromEntries(
    figures.map((figure, i) => {
      const lowest = lowestCeiling(counts[i] ?? 0, figure);
      return [figure.name, Math.min(lowest, previous[figure.name] ?? lowest)];
    }),
  );
}

/** @returns paths that differ from the branch's fork point, or on main from the previous commit; empty without git. */
export function changedFiles(root: string): ReadonlySet<string> {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // A download without Git history, or a history without this branch.
      return '';
    }
  };
  const head = git('rev-parse', 'HEAD');
  const fork = ['main', 'origin/main'].map((name) => git('merge-base', 'HEAD', name)).find((base) => base !== '');
  const base = fork && fork !== head ? fork : 'HEAD~1';
  const names = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return new Set(names.flatMap((text) => text.split('\n')).filter((name) => name !== ''));
}

/** @returns the table that the test and the command print. */
export function tableOf(figures: readonly Figure[], counts: readonly number[], ceilings: Ceilings): string {
  const rows = [
    ['figure', 'now', 'ceiling', 'goal'],
    ...figures.map(({ name, goal }, i) => [name, counts[i], ceilings[name], goal].map((cell) => String(cell ?? '–'))),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}
