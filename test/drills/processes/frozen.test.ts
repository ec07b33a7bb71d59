/** The freezing drill in every run: every path, in every state after the start. */
import { expect, it } from 'vitest';
import { FROZEN_STATES, frozenDrill } from './frozen.ts';

it('no call changes a document that was sent to be signed', async () => {
  const { tries, problems } = await frozenDrill(1);
  console.log(JSON.stringify(tries));
  expect(problems).toEqual([]);
  for (const state of FROZEN_STATES) expect(tries[state]).toBeGreaterThan(60);
}, 300_000);
