/** In every run: a sweep over the contract and some thousand random requests get no 5xx and leave nothing half written. */
import { describe, expect, it } from 'vitest';
import { testSeed } from '../chance.ts';
import { fuzzDrill } from './fuzz.ts';

/** A full run sends 20,000 requests and the whole sweep: `npm run drill -- fuzz`. */
const REQUESTS = 1_500;

describe('requests to every endpoint, by everybody, nearly good and wild', () => {
  it('are all answered in the one shape, tell nobody what is not theirs, and leave every figure right', async () => {
    const seed = testSeed();
    const report = await fuzzDrill({ requests: REQUESTS, seed, thorough: false });
    const { statuses, slowest, longestBlock } = report;
    console.log(`${report.requests} requests, seed ${seed}: ${JSON.stringify(statuses)}`);
    console.log(`slowest ${Math.round(slowest)} ms, longest block ${Math.round(longestBlock)} ms`);
    expect(report.problems.join('\n')).toBe('');
    // Refusals before any handler runs would prove nothing.
    expect(report.reached.length).toBeGreaterThan(40);
    expect(report.requests).toBeGreaterThan(5_000);
  }, 600_000);
});
