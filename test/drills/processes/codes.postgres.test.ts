/** In every run: a thousand guesses at one signature, and guesses while they cannot be counted. */
import { expect, it } from 'vitest';
import { codesDrill } from './codes.ts';

it('a thousand wrong codes over a hundred connections and two processes use five attempts; if they cannot be counted, none is judged', async () => {
  const report = await codesDrill(1);
  expect(report.problems).toEqual([]);
  expect(report.guesses).toBeGreaterThan(2_100);
}, 180_000);
