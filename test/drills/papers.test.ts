/** In every run: some hundred random documents (art. 56 g); a full run has 10,000: `npm run drill -- papers 10000`. */
import { expect, it } from 'vitest';
import { testSeed } from '../chance.ts';
import { roundTripDrill } from './papers/round-trip.ts';

const PAPERS = 300;

it('every signed file passes the gate again, and three readers see every object alike', async () => {
  const report = await roundTripDrill({ papers: PAPERS, seed: testSeed() });
  console.log(JSON.stringify({ ...report, seed: testSeed() }));
  expect(report.problems.join('\n')).toBe('');
  // Only refusals would prove nothing.
  expect(report.signed).toBeGreaterThan(PAPERS / 3);
  for (const outcome of ['unchanged', 'written anew', 'pdf.active', 'pdf.extras']) {
    expect(report.outcomes[outcome], outcome).toBeGreaterThan(0);
  }
}, 120_000);
