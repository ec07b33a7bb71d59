/** Finds tests that may be flaky: they use the real clock, randomness, a fixed delay or a port they choose themselves. */
import type { SourceFile } from './sources.ts';

const testFile = /^test\/.*\.tsx?$|\.(test|spec|suite)\.tsx?$/;

/** A file that depends on real time states the reason in a separate line: `// Real time: …`. */
const excused = /^\/\/ Real time: \S.{20,}$/m;

const UNSTEADY: [string, RegExp][] = [
  ['asks the real clock', /\bDate\.now\(\)|\bnew Date\(\s*\)|\b(realNow|runningClock)\(\)|\bperformance\.now\(\)/],
  [
    'waits for a length of time',
    /(?<!\.)\bsetTimeout\(|(?<![.\w])pause\(|['"]node:timers\/promises['"]|waitForTimeout/,
  ],
  ['draws from real chance', /\bMath\.random\(\)|\brandomInt\(/],
  ['chooses a port', /\blisten\(\s*\d{2,}|\bport: \d{2,}\b/],
  ['measures memory', /\bmemoryUsage\(\)/],
];

/** The arguments of each `expect.poll(…)` and `vi.waitFor(…)`. */
function pollCalls(code: string): string[] {
  return [...code.matchAll(/\bexpect\s*\.poll\(|\bvi\.waitFor\(/g)].map(({ index, 0: call }) => {
    let depth = 1;
    let end = index + call.length;
    for (; end < code.length && depth > 0; end += 1) {
      if (code[end] === '(') depth += 1;
      if (code[end] === ')') depth -= 1;
    }
    return code.slice(index, end);
  });
}

/** Reads a page's own time, which journeys stop and move (`page.clock`). */
const pageTime = /evaluate\(\(\) => Date\.now\(\)\)/g;

/** A server used by browsers runs on their time. */
const serverTime = /\b(realNow|runningClock)\(\)/g;

export function unsteadyTests(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => testFile.test(path) && !path.startsWith('test/architecture') && !excused.test(text))
    .flatMap(({ path, code }) => {
      const journey = path.startsWith('test/journeys/');
      const checked = journey ? code.replace(pageTime, '').replace(serverTime, '') : code;
      const faults = UNSTEADY.filter(([, pattern]) => pattern.test(checked)).map(([reason]) => `${path}: ${reason}`);
      // Journeys share one limit, in playwright.config.ts.
      const unlimited = journey ? [] : pollCalls(code).filter((call) => !call.includes('timeout:'));
      return [...faults, ...unlimited.map(() => `${path}: polls without a limit of its own`)];
    });
}
