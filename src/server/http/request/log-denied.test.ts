/** Denied calls are in the installation's log: who, what, from where, and never the address itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const denials = () =>
  stage.test.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ security }) => security === 'access.denied');

it('logs each denial once, with the account if there is one', async () => {
  const own = await stage.newDocument();
  await stage.callAs('dealer', 'GET', `/api/documents/${own.id}`);
  expect(denials()).toEqual([]);
  expect((await stage.callAs('dealer', 'GET', '/api/paper-versions')).statusCode).toBe(403);
  expect((await stage.callAs('dealer', 'GET', '/api/documents/999999')).statusCode).toBe(404);
  expect((await stage.app.inject({ url: `/api/documents/${own.id}` })).statusCode).toBe(401);
  const told = denials();
  expect(told.map(({ status, route, code }) => [status, route, code])).toEqual([
    [403, expect.any(String), expect.any(String)],
    [404, '/api/documents/:id', 'document.notFound'],
    [401, '/api/documents/:id', 'session.missing'],
  ]);
  const [first, second, third] = told;
  expect(first?.userId).toBeTypeOf('number');
  expect(second?.userId).toBe(first?.userId);
  expect(third).not.toHaveProperty('userId');
  expect(told.every(({ ip }) => ip === '127.0.0.1')).toBe(true);
  expect(JSON.stringify(told)).not.toContain('999999');
});

it('does not log an invalid sign token', async () => {
  const before = denials().length;
  const token = 'A'.repeat(60);
  await stage.app.inject({ url: `/api/sign/${token}` });
  const told = denials().slice(before);
  expect(told.map(({ status }) => status)).toEqual([404]);
  expect(JSON.stringify(told)).not.toContain(token);
});
