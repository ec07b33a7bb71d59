/** In every run: 64 writers, killed three times. */
import { expect, it } from 'vitest';
import { writersDrill } from './writers.ts';

it('64 writers of 200 events each, killed midway, leave chains without fork or gap and lose no acknowledged event', async () => {
  const report = await writersDrill({ writers: 64, appends: 200, kills: 3 });
  console.log(JSON.stringify(report));
  expect(report.problems).toEqual([]);
  expect(report.appends).toBe(64 * 200);
  expect(report.kills).toBeGreaterThan(0);
}, 420_000);
