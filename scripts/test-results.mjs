/**
 * Counts passed and failed tests from the reports of vitest and Playwright, never fewer failures than occurred, and
 * names the failed ones.
 */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], flaky?: string[], files?: string[] }} Tally
 *   failures: one line each, title and reason; flaky: likewise for tests that passed only when retried, counted as
 *   passed; files: where vitest saw a failure.
 */

const MAX_LINE = 300;
/** A run with more flaky tests than this fails (record 0029). */
const FLAKY_LIMIT = 3;
/** If more files than this fail, it is not flakiness, and nothing is retried. */
const AGAIN_LIMIT = 4;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour codes start with this character.
const COLOURS = /\u001b\[[0-9;]*m/g;

/** @param {string} title @param {string | undefined} message @returns {string} what failed and why, in one line. */
function failureLine(title, message = '') {
  const why = message.replace(COLOURS, '').replace(/\s+/g, ' ').trim();
  return `${title}: ${why}`.slice(0, MAX_LINE);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A runner that exits with an error but without a failed test (an unhandled error, no report at all) counts as one failure. */
function atLeastOne(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/**
 * @param {string} file vitest's JSON report. @param {number} code its exit code.
 * @returns {Tally} a file that could not even be loaded is one failed test.
 */
export function tallyOfVitest(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap((file) => [
    ...(broken.includes(file) ? [failureLine(file.name, file.message)] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failureLine(test.fullName, test.failureMessages[0])),
  ]);
  const files = report.testResults.filter((one) => one.status === 'failed').map((one) => one.name);
  return atLeastOne({ passed: report.numPassedTests, failed, skipped, failures, files }, code);
}

/** @param {Tally} tally @returns {string[]} test files of vitest to retry by themselves; none when too many failed. */
export function filesToRepeat({ failed, files = [] }) {
  return failed > 0 && files.length > 0 && files.length <= AGAIN_LIMIT ? files : [];
}

/**
 * @param {Tally} first @param {Tally} second of the failed files, run again by themselves. @returns {Tally} what failed
 *   twice is failed; what passed then is flaky.
 */
export function tallyOfBoth(first, second) {
  const still = Math.min(first.failed, second.failed);
  const flaky = still === 0 ? (first.failures ?? []) : [];
  return {
    ...first,
    passed: first.passed + first.failed - still,
    failed: still,
    failures: still === 0 ? [] : second.failures,
    flaky,
  };
}

/** Suites contain suites and specs; a spec has one test for each project, whose status is `expected`, `unexpected` or `flaky`. */
function linesOf(status, suite, file = suite.file) {
  const own = (suite.specs ?? [])
    .filter((spec) => spec.tests.some((test) => test.status === status))
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
      return failureLine(`${file}:${spec.line} ${spec.title}`, errors[0]?.message);
    });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => linesOf(status, inner, file))];
}

/** @param {string} file Playwright's JSON report. @param {number} code its exit code. @returns {Tally} */
export function tallyOfPlaywright(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = [
    ...report.errors.map((error) => failureLine('journeys', error.message)),
    ...report.suites.flatMap((suite) => linesOf('unexpected', suite)),
  ];
  const again = report.suites.flatMap((suite) => linesOf('flaky', suite));
  return atLeastOne({ passed: expected + flaky, failed: unexpected, skipped, failures, flaky: again }, code);
}

/** @param {number} code exit code of a step that is one test: lint, types, build. @returns {Tally} */
export function tallyOfCommand(code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {readonly Tally[]} tallies of all steps. @returns {{ passed: number, failed: number, failures: string[], flaky: string[] }}
 *   the run as a whole: too many flaky tests are failures, all of them.
 */
export function judged(tallies) {
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  const flaky = tallies.flatMap((tally) => tally.flaky ?? []);
  const failures = tallies.flatMap((tally) => tally.failures ?? []);
  const tooMany = flaky.length > FLAKY_LIMIT ? flaky.length : 0;
  return {
    passed: sum('passed') - tooMany,
    failed: sum('failed') + tooMany,
    failures: tooMany > 0 ? [...failures, ...flaky] : failures,
    flaky: tooMany > 0 ? [] : flaky,
  };
}
