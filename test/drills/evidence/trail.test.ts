/** In every run: every byte of a stored chain, and a hundred and twenty changes by the owner of the database. */
import { expect, it } from 'vitest';
import { trailDrill } from './trail.ts';

const CHANGES = 120;

it('every flipped byte and every change, rehashed and resealed or not, is detected and its first bad row named', async () => {
  const { changes, problems } = await trailDrill(CHANGES, ['rows']);
  console.log(JSON.stringify(changes));
  expect(problems).toEqual([]);
  expect(changes.rows).toBeGreaterThan(1_000);
  expect(changes.everything).toBeGreaterThan(30);
}, 600_000);
