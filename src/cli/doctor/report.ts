/** The report of `doctor`: branches of findings that ran in parallel, as a tree for people and as JSON for programs. */
import { type Finding, failure, type Level } from '#ports/finding.ts';
import { localize } from '../terminal/language.ts';
import { ITALIAN_NAMES, LEVELS, MODES } from './shared-texts.ts';

/** One branch of the tree: a part of the installation and its check. */
export interface Check {
  readonly name: string;
  /** Milliseconds; default {@link TIME_LIMIT}. */
  readonly limit?: number;
  run(): Promise<readonly Finding[]>;
}

export interface Branch {
  readonly name: string;
  /** The worst of its findings. */
  readonly level: Level;
  readonly findings: readonly Finding[];
}

export interface Report {
  readonly level: Level;
  readonly version: string;
  readonly mode: 'demo' | 'production';
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly branches: readonly Branch[];
}

export const TIME_LIMIT = 5_000;

const ORDER = ['ok', 'warning', 'failure'] as const satisfies readonly Level[];

const worstOf = (levels: readonly Level[]): Level =>
  ORDER[Math.max(0, ...levels.map((level) => ORDER.indexOf(level)))] ?? 'ok';

/** Runs all checks in parallel; one that throws or is late becomes a failure of its branch. */
export async function runChecks(checks: readonly Check[]): Promise<Branch[]> {
  return Promise.all(checks.map(runCheck));
}

async function runCheck({ name, limit = TIME_LIMIT, run }: Check): Promise<Branch> {
  const timeout = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    const seconds = limit / 1000;
    timeout.resolve([
      failure(name, {
        it: `Nessuna risposta entro ${seconds} secondi: ciò che si interroga qui è lento, o non c’è.`,
        en: `There was no answer within ${seconds} seconds: the system is slow, or not there.`,
      }),
    ]);
  }, limit);
  const findings = await Promise.race([run().catch((error: unknown) => [defect(name, error)]), timeout.promise]);
  clearTimeout(timer);
  return { name, level: worstOf(findings.map(({ level }) => level)), findings };
}

function defect(name: string, error: unknown): Finding {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failure(name, { it: `Il controllo stesso è fallito (${text}).`, en: `The check itself failed (${text}).` });
}

export const reportOf = (branches: readonly Branch[], header: Pick<Report, 'version' | 'mode' | 'at'>): Report => ({
  level: worstOf(branches.map(({ level }) => level)),
  ...header,
  branches,
});

/** @returns the report for programs: names and levels are the same everywhere, texts in the language of the terminal. */
export const jsonOf = (report: Report): string =>
  JSON.stringify(
    {
      ...report,
      branches: report.branches.map(({ findings, ...branch }) => ({
        ...branch,
        findings: findings.map((finding) => ({ ...finding, text: localize(finding.text) })),
      })),
    },
    null,
    2,
  );

const nameOf = (name: string): string => localize({ it: ITALIAN_NAMES[name] ?? name, en: name });

/** @returns the tree, line by line. */
export function treeOf({ level, version, mode, at, branches }: Report): string[] {
  const width = Math.max(...ORDER.map((key) => localize(LEVELS[key]).length));
  const levelOf = (item: { readonly level: Level }): string => localize(LEVELS[item.level]).padEnd(width);
  const column = Math.max(0, ...branches.flatMap(({ findings }) => findings.map(({ name }) => nameOf(name).length)));
  const lines = branches.flatMap((branch, index) => {
    const last = index === branches.length - 1;
    return [
      `${last ? '└─' : '├─'} ${levelOf(branch)}  ${nameOf(branch.name)}`,
      ...branch.findings.map((finding, row) => {
        const mark = row === branch.findings.length - 1 ? '└─' : '├─';
        return `${last ? ' ' : '│'}  ${mark} ${levelOf(finding)}  ${nameOf(finding.name).padEnd(column)}  ${localize(finding.text)}`;
      }),
    ];
  });
  const count = (wanted: Level) =>
    branches.flatMap(({ findings }) => findings).filter((finding) => finding.level === wanted).length;
  const [good, warnings, failures] = ORDER.map(count);
  const total = localize({
    it: `ok ${good}, avvisi ${warnings}, errori ${failures}`,
    en: `ok ${good}, warning ${warnings}, failure ${failures}`,
  });
  return [`${localize(LEVELS[level])}: Fascicolo ${version}, ${localize(MODES[mode])}, ${at}`, ...lines, total];
}
