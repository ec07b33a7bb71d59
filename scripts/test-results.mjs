/** Counts passed and failed tests from what vitest and Playwright wrote, never fewer failures than there were. */
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

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
  return atLeastOne({ passed: report.numPassedTests, failed, skipped }, code);
}

/** @param {string} file Playwright's JSON report. @param {number} code its exit code. @returns {Tally} */
export function tallyOfPlaywright(file, code) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOne({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

/** @param {number} code exit code of a step that is one test: lint, types, build. @returns {Tally} */
export function tallyOfCommand(code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}
