/** No service starts while packages for tests are installed; an existing policy of the machine is left unchanged. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

type WithoutServices = (install: () => Promise<string>, path: string) => Promise<string>;
const script = join(import.meta.dirname, '../../scripts/foreign-programs.mjs');
const { withoutServices } = (await import(script)) as { withoutServices: WithoutServices };

let folder: string;
let policy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-policy-'));
  policy = join(folder, 'policy-rc.d');
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = async () => readFileSync(policy, 'utf8');

test('the policy prevents services from starting during the installation only', async () => {
  const during = await withoutServices(async () => `${statSync(policy).mode & 0o777} ${await read()}`, policy);
  expect(during).toMatch(/^493 #!\/bin\/sh\n.*\nexit 101\n$/);
  expect(existsSync(policy)).toBe(false);
});

test('the policy is removed when the installation fails', async () => {
  await expect(withoutServices(() => Promise.reject(new Error('no network')), policy)).rejects.toThrow('no network');
  expect(existsSync(policy)).toBe(false);
});

test('the policy left by a killed run is removed by the next', async () => {
  const left = await withoutServices(read, policy);
  writeFileSync(policy, left);
  await withoutServices(read, policy);
  expect(existsSync(policy)).toBe(false);
});

test('the machine’s own policy stays unchanged', async () => {
  writeFileSync(policy, '#!/bin/sh\nexit 0\n');
  expect(await withoutServices(read, policy)).toBe('#!/bin/sh\nexit 0\n');
  expect(await read()).toBe('#!/bin/sh\nexit 0\n');
});
