/** Counts passed and failed tests from what vitest and Playwright wrote, never fewer failures than there were, and names the failed. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], second?: string[] }} Tally
 *   failures: one line each, title and reason; second: as many lines of what passed at the second try only.
 */

const MAX_LINE = 300;
/** A suite that needs more second tries than this in one run does not hold (record 0029). */
const SECOND_TRIES = 3;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with this character.
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

/** A runner that ended badly without a failed test (an unhandled error, no report at all) counts as one failure. */
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
  return atLeastOne({ passed: report.numPassedTests, failed, skipped, failures }, code);
}

/** Suites hold suites and specs; a spec has one test for each project, whose status is `expected`, `unexpected` or `flaky`. */
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
  const second = report.suites.flatMap((suite) => linesOf('flaky', suite));
  const tooMany = flaky > SECOND_TRIES;
  const failures = [
    ...report.errors.map((error) => failureLine('journeys', error.message)),
    ...report.suites.flatMap((suite) => linesOf('unexpected', suite)),
    ...(tooMany ? second : []),
  ];
  const passed = expected + (tooMany ? 0 : flaky);
  const failed = unexpected + (tooMany ? flaky : 0);
  return atLeastOne({ passed, failed, skipped, failures, second: tooMany ? [] : second }, code);
}

/** @param {number} code exit code of a step that is one test: lint, types, build. @returns {Tally} */
export function tallyOfCommand(code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}
