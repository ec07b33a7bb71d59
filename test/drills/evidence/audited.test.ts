/**
 * In every run: actions while no event can be recorded, and a kill at every other point between the customer's
 * confirmation and the file.
 */
import { expect, it } from 'vitest';
import { auditedDrill } from './audited.ts';

const KILLS = 6;

it('every action is in the trail, also when the server dies between key, file and row', async () => {
  const report = await auditedDrill(KILLS);
  console.log(JSON.stringify(report));
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(KILLS);
  expect(report.blocked.length).toBeGreaterThan(10);
}, 420_000);
