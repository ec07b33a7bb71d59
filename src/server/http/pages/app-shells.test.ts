/** A page is the shell of the newest build in the folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { makeWorld, type TestWorld } from '#test/world.ts';

let folder: string;
let test: TestWorld;
let app: FastifyInstance;

/** Writes what a build writes: a page that names its files, and the list of files that a landing page fetches besides. */
async function build(version: string): Promise<void> {
  const listed = [{ path: '^/dashboard$', files: [{ file: `assets/dashboard-${version}.js`, as: 'module' }] }];
  await writeFile(
    join(folder, 'portal/index.html'),
    `<head><script src="/assets/portal-${version}.js"></script></head>`,
  );
  await writeFile(join(folder, '.vite/landing-files.json'), JSON.stringify(listed));
}

const pageAt = (url: string) => app.inject({ method: 'GET', url, headers: { host: 'localhost' } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-shells-'));
  await Promise.all(['portal', 'assets', '.vite'].map((name) => mkdir(join(folder, name))));
  await build('first');
  test = await makeWorld({ override: ({ settings }) => ({ settings: { ...settings, webFolder: folder } }) });
  app = await buildApp(test.world);
});
afterAll(async () => {
  await app.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('follows a build that ends while the server runs', async () => {
  expect((await pageAt('/dashboard')).body).toContain('portal-first.js');
  await build('second');
  const { body } = await pageAt('/dashboard');
  expect(body).toContain('src="/assets/portal-second.js"');
  expect(body).toContain('href="/assets/dashboard-second.js"');
  expect(body).not.toContain('-first.js');
});

it('is refused as unavailable while its application is not built', async () => {
  const answer = await pageAt('/verify');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe('system.unavailable');
});
