/** Memory use of photos: each kind made to use much memory, 64 in parallel, against a separate server. */
import { expect, it } from 'vitest';
import { photosDrill } from './photos.ts';

const MOST_ABOVE_IDLE_MB = 300;

it('64 photos at once use at most 300 MB above the idle server, whatever their content', async () => {
  const { aboveMb, rounds, problems } = await photosDrill(1);
  console.log(JSON.stringify(rounds));
  expect(problems).toEqual([]);
  expect(aboveMb).toBeLessThanOrEqual(MOST_ABOVE_IDLE_MB);
}, 600_000);
