/** `fascicolo revoke`: what it takes out of use, and what it refuses. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { testNow } from '#test/clock.ts';
import { revoke } from './revoke.ts';

let folder: string;
const said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revoke-'));
  vi.stubEnv('DATA_DIR', folder);
  said.length = 0;
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text) => void said.push(text));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const install = () => openDemoAuthority(join(folder, 'keys'), { now: testNow });

it('revokes the seal once, until there is a new one', async () => {
  await install();
  expect(await revoke(['seal', '--reason', 'keyCompromise'])).toBe(0);
  expect(said.join()).toMatch(/Revocato il certificato [0-9a-f]{32} \(seal, keyCompromise\)/);
  const list = JSON.parse(await readFile(join(folder, 'keys', 'revoked.json'), 'utf8'));
  expect(list).toMatchObject([{ issuer: 'issuing', reason: 'keyCompromise' }]);
  expect(await revoke(['seal', '--reason', 'keyCompromise'])).toBe(1);
  expect(said.join()).toContain('La chiave è già stata revocata');
  await install();
  expect(await revoke(['seal', '--reason', 'superseded'])).toBe(0);
});

it.each([
  [[]],
  [['seal']],
  [['root', '--reason', 'keyCompromise']],
  [['seal', '--reason', 'noia']],
  [['seal', '--reason', 'toString']],
  [['seal', 'timestamping', '--reason', 'superseded']],
  [['seal', '--perché']],
])('%j is refused with the usage', async (args) => {
  await install();
  expect(await revoke(args)).toBe(2);
  expect(said.join()).toContain('Uso: npm run fascicolo -- revoke');
});

it('says that there is no installation where there is none', async () => {
  expect(await revoke(['seal', '--reason', 'superseded'])).toBe(1);
  expect(said.join()).toContain('non c’è un’installazione');
});

it('leaves to its issuer what was given to the installation', async () => {
  await install();
  vi.stubEnv('SEAL_KEY', 'seal.p12');
  vi.stubEnv('SEAL_KEY_SECRET', 'segreta');
  expect(await revoke(['seal', '--reason', 'keyCompromise'])).toBe(1);
  expect(said.join()).toContain('la revoca chi ne ha emesso il certificato');
  expect(await revoke(['timestamping', '--reason', 'superseded'])).toBe(0);
});
