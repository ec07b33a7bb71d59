/** The arrival report is returned only for a valid proof of the installation's secret, for a minute. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { makeWorld, type TestWorld } from '#test/world.ts';
import { secretsFrom } from '../../../secrets.ts';
import { ARRIVAL_HEADER, ARRIVAL_PATH, arrivalProof } from './report-arrival.ts';

let test: TestWorld;
let app: FastifyInstance;
beforeAll(async () => {
  test = await makeWorld();
  app = await buildApp(test.world);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const key = () => test.world.secrets.derive('doctor');
const ask = (proof?: string) =>
  app.inject({
    url: ARRIVAL_PATH,
    headers: {
      ...{ 'x-forwarded-for': '192.0.2.1, 192.0.2.2', 'x-forwarded-proto': 'https' },
      ...(proof === undefined ? {} : { [ARRIVAL_HEADER]: proof }),
    },
  });

it('reports how the request arrived', async () => {
  const answer = await ask(arrivalProof(key(), test.clock.now()));
  expect(answer.json()).toEqual({
    ...{ version: '0.0.0-test', host: 'localhost:80', forwardedProto: 'https', trustedProxies: 0 },
    ...{ forwardedFor: ['192.0.2.1', '192.0.2.2'], address: '127.0.0.1' },
  });
});

it('a report is not sent without a valid proof: others get the usual response', async () => {
  const now = test.clock.now();
  const old = arrivalProof(key(), new Date(now.getTime() - 61_000));
  const good = arrivalProof(key(), now);
  const later = good.replace(/^\d+/, (time) => String(Number(time) + 1));
  const foreign = arrivalProof(secretsFrom(new Uint8Array(32)).derive('doctor'), now);
  for (const proof of [undefined, '', 'x', '..', old, later, foreign, `${good}A`]) {
    expect((await ask(proof)).json()).toEqual({ status: 'READY' });
  }
});
