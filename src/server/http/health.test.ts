/** /health reports a disk that accepts no files; /ready reports only whether calls are answered. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { makeWorld, type TestWorld } from '#test/world.ts';

let test: TestWorld;
let app: FastifyInstance;
let disk: Error | null = null;
let database: Error | null = null;

beforeAll(async () => {
  test = await makeWorld({
    override: (world) => ({
      storage: { ...world.storage, probe: () => (disk === null ? world.storage.probe() : Promise.reject(disk)) },
      database: new Proxy(world.database, {
        get: (target, name) =>
          name === 'now' && database !== null ? () => Promise.reject(database) : Reflect.get(target, name, target),
      }),
    }),
  });
  app = await buildApp(test.world);
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(() => {
  [disk, database] = [null, null];
  // The cached result has expired.
  test.clock.advance(60);
});

const full = (code: string) => Object.assign(new Error(`${code}: write`), { code });
const ask = async (url: string) => {
  const answer = await app.inject(url);
  return [answer.statusCode, answer.json().status ?? answer.json().code];
};

describe('the state of the server', () => {
  it('is UP and READY when database and disk answer', async () => {
    expect(await ask('/health')).toEqual([200, 'UP']);
    expect(await ask('/ready')).toEqual([200, 'READY']);
  });

  it.each(['ENOSPC', 'EDQUOT'])('is not UP with a disk that reports %s, while reads continue', async (code) => {
    disk = full(code);
    expect((await ask('/health'))[0]).toBe(507);
    expect(await ask('/ready')).toEqual([200, 'READY']);
  });

  it.each(['EROFS', 'EACCES', 'EIO'])('is not UP with a disk that reports %s', async (code) => {
    disk = full(code);
    expect((await ask('/health'))[0]).toBeGreaterThanOrEqual(500);
  });

  it('is neither UP nor READY without a database', async () => {
    database = new DatabaseUnavailable('gone');
    expect((await ask('/health'))[0]).toBe(503);
    expect((await ask('/ready'))[0]).toBe(503);
  });

  it('is UP again once there is space, and leaves no file behind', async () => {
    disk = full('ENOSPC');
    await ask('/health');
    disk = null;
    test.clock.advance(60);
    expect(await ask('/health')).toEqual([200, 'UP']);
    const left = [];
    for await (const { sha256 } of test.world.storage.list()) left.push(sha256);
    expect(left).toEqual([]);
  });
});
