/** A flood by one user, against a separate server. */
import { expect, it } from 'vitest';
import { floodDrill } from './flood.ts';

it('a flood of 200 connections by one person is refused, and leaves another person’s calls quick', async () => {
  const report = await floodDrill(10);
  console.log(JSON.stringify(report));
  expect(report.problems).toEqual([]);
}, 300_000);
