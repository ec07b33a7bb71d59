/** The deletion drill in every run. */
import { expect, it } from 'vitest';
import { deletionDrill } from './deletion.ts';

it('signature, time and trail of a signed document remain after every deletion, replacement or refusal', async () => {
  const { refused, done, problems } = await deletionDrill(1);
  expect(problems).toEqual([]);
  expect(refused).toBeGreaterThan(60);
  expect(done).toEqual(['user', 'customer']);
}, 180_000);
