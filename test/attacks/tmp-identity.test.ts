import { expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { makeWorld } from '../world.ts';
it('builds', async () => {
  const t = performance.now();
  const world = await makeWorld();
  console.log('world', performance.now() - t);
  const app = await buildApp(world.world);
  console.log('app', performance.now() - t);
  const answer = await app.inject({ url: '/api/account' });
  console.log(answer.statusCode, answer.body);
  expect(answer.statusCode).toBe(401);
  await app.close(); await world.close();
});
