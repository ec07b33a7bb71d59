/** In every run: a sweep over the contract and some thousand random requests get no 5xx and leave nothing half written. */
import { describe, expect, it } from 'vitest';
import { testSeed } from '../chance.ts';
import { fuzzDrill } from './fuzz.ts';

/** A full run sends 20,000 requests and the whole sweep: `npm run drill -- fuzz`. */
const REQUESTS = 1_500;

describe('valid, nearly valid and random requests of every role to every endpoint', () => {
  it('get well-formed responses, reveal no foreign data, and leave all figures correct', async () => {
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
