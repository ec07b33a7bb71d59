/** `fascicolo revoke`: what it revokes, and what it refuses. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { testNow } from '#test/clock.ts';
import { runCommand } from '../../test/run-command.ts';
import { revoke } from './revoke.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revoke-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(revoke, args, { DATA_DIR: folder, ...environment });
const install = () => openDemoAuthority(join(folder, 'keys'), { now: testNow });

it('revokes the seal once, until there is a new one', async () => {
  await install();
  expect(await run(['seal', '--reason', 'keyCompromise'])).toEqual({
    code: 0,
    said: expect.stringMatching(/Revocato il certificato [0-9a-f]{32} \(seal, keyCompromise\)/),
  });
  const list = JSON.parse(await readFile(join(folder, 'keys', 'revoked.json'), 'utf8'));
  expect(list).toMatchObject([{ issuer: 'issuing', reason: 'keyCompromise' }]);
  expect(await run(['seal', '--reason', 'keyCompromise'])).toEqual({
    code: 1,
    said: expect.stringContaining('La chiave è già stata revocata'),
  });
  await install();
  expect((await run(['seal', '--reason', 'superseded'])).code).toBe(0);
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
  expect(await run(args)).toEqual({
    code: 2,
    said: expect.stringContaining('Uso: npm run fascicolo -- revoke'),
  });
});

it('reports a missing installation', async () => {
  expect(await run(['seal', '--reason', 'superseded'])).toEqual({
    code: 1,
    said: expect.stringContaining('non c’è un’installazione'),
  });
});

it('leaves configured keys to their issuer', async () => {
  await install();
  const given = { SEAL_KEY: 'seal.p12', SEAL_KEY_SECRET: 'segreta' };
  expect(await run(['seal', '--reason', 'keyCompromise'], given)).toEqual({
    code: 1,
    said: expect.stringContaining('la revoca chi ne ha emesso il certificato'),
  });
  expect((await run(['timestamping', '--reason', 'superseded'], given)).code).toBe(0);
});
