/** The deletion drill in every run. */
import { expect, it } from 'vitest';
import { deletionDrill } from './deletion.ts';

it('signature, time and trail of a signed document remain, whatever is deleted, replaced or rejected', async () => {
  const { refused, done, problems } = await deletionDrill(1);
  expect(problems).toEqual([]);
  expect(refused).toBeGreaterThan(60);
  expect(done).toEqual(['user', 'customer']);
}, 180_000);
