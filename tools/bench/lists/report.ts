/** The table of `npm run bench -- lists`: p50 and p95 at each size, growth from the first to the last, target and verdict. */
import type { Line } from './measured-lines.ts';
import { lineKey } from './measured-lines.ts';
import type { Figures, Outcome } from './measure.ts';
import { READERS, type ReadingResult } from './parallel-lists.ts';
import type { WritingResult } from './lists-while-writing.ts';

export interface Row {
  readonly line: Line;
  readonly outcomes: readonly Outcome[];
  /** Growth of p50 and of p95 from the smallest to the largest size; null with one size. */
  readonly growth: { readonly p50: number; readonly p95: number } | null;
  readonly verdict: 'met' | 'missed' | 'failed' | '';
}

/** Rows in the order of the lines, without those that had nothing to query at any size. @param lines of one subject: all have the same. */
export function rowsOf(lines: readonly Line[], outcomes: ReadonlyMap<string, readonly Outcome[]>): Row[] {
  return lines.flatMap((line) => {
    const own = outcomes.get(lineKey(line)) ?? [];
    if (own.every((outcome) => outcome === 'nothing to ask')) return [];
    const measured = own.flatMap((outcome) =>
      typeof outcome === 'object' && 'figures' in outcome ? [outcome.figures] : [],
    );
    const [first] = measured;
    const last = measured.at(-1);
    const growth =
      first !== undefined && last !== undefined && own.length > 1 && measured.length === own.length
        ? { p50: last.p50 / first.p50, p95: last.p95 / first.p95 }
        : null;
    return [{ line, outcomes: own, growth, verdict: verdictOf(line, own, growth) }];
  });
}

function verdictOf({ target }: Line, outcomes: readonly Outcome[], growth: Row['growth']): Row['verdict'] {
  if (outcomes.some((outcome) => typeof outcome === 'object' && 'problem' in outcome)) return 'failed';
  const last = outcomes.at(-1);
  if (target === null || last === undefined || last === 'nothing to ask' || !('figures' in last)) return '';
  const flat = target.growth === null || growth === null || growth.p95 <= target.growth;
  return last.figures.p95 <= target.ms && flat ? 'met' : 'missed';
}

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function cellsOf(outcome: Outcome): string[] {
  if (outcome === 'nothing to ask') return ['-', '-'];
  if ('problem' in outcome) return [outcome.problem.slice(0, 3), ''];
  return [ms(outcome.figures.p50), ms(outcome.figures.p95)];
}

function targetText({ target }: Line): string {
  if (target === null) return '';
  return target.growth === null ? `${target.ms} ms` : `${target.ms} ms, ${target.growth}×`;
}

/** @param sizes as many as each row has outcomes. */
export function tableOf(rows: readonly Row[], sizes: readonly number[]): string {
  const compared = sizes.length > 1;
  const head = [
    'call',
    'actor',
    ...sizes.flatMap((size) => [`${size.toLocaleString('en')} p50`, 'p95']),
    ...(compared ? ['growth p50', 'p95'] : []),
    'target',
    'verdict',
  ];
  const body = rows.map(({ line, outcomes, growth, verdict }) => [
    line.label,
    line.actor ?? '',
    ...outcomes.flatMap(cellsOf),
    ...(compared ? [growth?.p50, growth?.p95].map((value) => (value === undefined ? '' : `${value.toFixed(2)}×`)) : []),
    targetText(line),
    verdict,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)));
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < 2 || column >= head.length - 2 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const printed: string[] = [text(head)];
  rows.forEach((row, index) => {
    if (row.line.group !== rows[index - 1]?.line.group) printed.push('', row.line.group);
    printed.push(text(body[index] ?? []));
  });
  // One example per kind of call is enough to find the fault.
  const problems = new Map(
    rows.flatMap(({ line, outcomes }) =>
      outcomes.flatMap((outcome): [string, string][] =>
        typeof outcome === 'object' && 'problem' in outcome ? [[line.label, outcome.problem]] : [],
      ),
    ),
  );
  const failed = [...problems].map(([label, problem]) => `${label}: ${problem}`);
  return [...printed, ...(failed.length === 0 ? [] : ['', 'Failed:', ...failed])].join('\n');
}

/** One sentence on the machine's speed between the calls. */
export function floorText({ p50, p95 }: Figures): string {
  const unsteady = (p95 / p50).toFixed(2);
  return `Floor between the calls, a megabyte hashed: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (${unsteady}×).`;
}

export function isExact({ wrongTotals, after, space }: WritingResult): boolean {
  const counted = wrongTotals === 0 && after.list === after.expected && after.count === after.expected;
  return counted && space.used === space.expected;
}

/** One sentence per size on concurrent reading. */
export function readingText(documents: number, { figures, answers }: ReadingResult): string {
  return (
    `${documents.toLocaleString('en')}: ${READERS} readers, dashboard, lists and a search by name in turns: ` +
    `p50 ${ms(figures.p50)} ms, p95 ${ms(figures.p95)} ms, ${answers.toFixed(0)} answers a second`
  );
}

/** One sentence per size on reading during four writers. */
export function writingText(documents: number, result: WritingResult): string {
  const { list, writes, created, wrongTotals, after, space } = result;
  const exact = isExact(result)
    ? 'every total and every byte exact'
    : `NOT exact: ${wrongTotals} wrong totals, after it list ${after.list}, count ${after.count}, expected ${after.expected}; ` +
      `${space.used} bytes, expected ${space.expected}`;
  return (
    `${documents.toLocaleString('en')}: page 1 of the biggest dealer p50 ${ms(list.p50)} ms, p95 ${ms(list.p95)} ms ` +
    `(${list.calls} calls) beside ${writes.toFixed(0)} creations a second (${created} documents); ${exact}`
  );
}
