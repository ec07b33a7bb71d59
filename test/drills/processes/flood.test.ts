/** A flood by one user, against a separate server. */
import { expect, it } from 'vitest';
import { floodDrill } from './flood.ts';

it('200 connections of one user are refused, and requests of another user take their turn', async () => {
  const report = await floodDrill(10);
  console.log(JSON.stringify(report));
  expect(report.problems).toEqual([]);
}, 300_000);
