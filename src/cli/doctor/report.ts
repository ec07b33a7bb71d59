/** The report of `doctor`: branches of findings that ran in parallel, as a tree for people and as JSON for programs. */
import { type Finding, failure, type Level } from '#ports/finding.ts';
import { say } from '../words/language.ts';
import { ITALIAN_NAMES, LEVELS, MODES } from './words.ts';

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

const worst = (levels: readonly Level[]): Level =>
  ORDER[Math.max(0, ...levels.map((one) => ORDER.indexOf(one)))] ?? 'ok';

/** Runs all checks in parallel; one that throws or is late becomes a failure of its branch. */
export async function runChecks(checks: readonly Check[]): Promise<Branch[]> {
  return Promise.all(checks.map(runCheck));
}

async function runCheck({ name, limit = TIME_LIMIT, run }: Check): Promise<Branch> {
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    const seconds = limit / 1000;
    late.resolve([
      failure(name, {
        it: `Nessuna risposta entro ${seconds} secondi: ciò che si interroga qui è lento, o non c’è.`,
        en: `There was no answer within ${seconds} seconds: what is asked here is slow, or not there.`,
      }),
    ]);
  }, limit);
  const findings = await Promise.race([run().catch((error: unknown) => [defect(name, error)]), late.promise]);
  clearTimeout(timer);
  return { name, level: worst(findings.map(({ level }) => level)), findings };
}

function defect(name: string, error: unknown): Finding {
  const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failure(name, { it: `Il controllo stesso è fallito (${told}).`, en: `The check itself failed (${told}).` });
}

export const reportOf = (branches: readonly Branch[], about: Pick<Report, 'version' | 'mode' | 'at'>): Report => ({
  level: worst(branches.map(({ level }) => level)),
  ...about,
  branches,
});

/** @returns the report for programs: names and levels are the same everywhere, texts in the language of the terminal. */
export const jsonOf = (report: Report): string =>
  JSON.stringify(
    {
      ...report,
      branches: report.branches.map(({ findings, ...branch }) => ({
        ...branch,
        findings: findings.map((one) => ({ ...one, text: say(one.text) })),
      })),
    },
    null,
    2,
  );

const nameOf = (name: string): string => say({ it: ITALIAN_NAMES[name] ?? name, en: name });

/** @returns the tree, line by line. */
export function treeOf({ level, version, mode, at, branches }: Report): string[] {
  const width = Math.max(...ORDER.map((one) => say(LEVELS[one]).length));
  const levelOf = (one: { readonly level: Level }): string => say(LEVELS[one.level]).padEnd(width);
  const column = Math.max(0, ...branches.flatMap(({ findings }) => findings.map(({ name }) => nameOf(name).length)));
  const lines = branches.flatMap((branch, index) => {
    const last = index === branches.length - 1;
    return [
      `${last ? '└─' : '├─'} ${levelOf(branch)}  ${nameOf(branch.name)}`,
      ...branch.findings.map((one, at) => {
        const mark = at === branch.findings.length - 1 ? '└─' : '├─';
        return `${last ? ' ' : '│'}  ${mark} ${levelOf(one)}  ${nameOf(one.name).padEnd(column)}  ${say(one.text)}`;
      }),
    ];
  });
  const count = (which: Level) =>
    branches.flatMap(({ findings }) => findings).filter((one) => one.level === which).length;
  const [good, warnings, failures] = ORDER.map(count);
  const total = say({
    it: `ok ${good}, avvisi ${warnings}, errori ${failures}`,
    en: `ok ${good}, warning ${warnings}, failure ${failures}`,
  });
  return [`${say(LEVELS[level])}: Fascicolo ${version}, ${say(MODES[mode])}, ${at}`, ...lines, total];
}
