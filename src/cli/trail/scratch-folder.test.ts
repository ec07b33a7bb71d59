/** Plaintext rows that a run wrote to disk are removed, however the run ends (record 0048). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openScratch } from './scratch-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'scratch-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const RUN = `
  const { openScratch } = await import(${JSON.stringify(new URL('./scratch-folder.ts', import.meta.url).href)});
  const { writeFileSync } = await import('node:fs');
  const { path } = await openScratch(process.argv[1]);
  writeFileSync(path + '/rows', 'Ginevra');
  console.log(path);
  setInterval(() => {}, 1000);
`;
/** A run in a separate process that has written rows there. */
async function begun() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN, parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [path] = await once(child.stdout, 'data');
  return {
    path: String(path).trim(),
    async end(signal: NodeJS.Signals): Promise<string> {
      child.kill(signal);
      return (await once(child, 'exit'))[1];
    },
  };
}

it('the scratch folder is readable only by its owner, and removed when the run ends', async () => {
  const listeners = process.listenerCount('SIGTERM');
  const { path, remove } = await openScratch(parent);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await remove();
  expect(await readdir(parent)).toEqual([]);
  expect(process.listenerCount('SIGTERM')).toBe(listeners);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the scratch folder is removed when the run is ended by %s, which ends it',
  async (signal) => {
    const run = await begun();
    expect(await stat(join(run.path, 'rows'))).toBeDefined();
    expect(await run.end(signal)).toBe(signal);
    expect(await readdir(parent)).toEqual([]);
  },
);

it('the scratch folder is removed by the next run after a kill; those of a running one and foreign ones stay', async () => {
  const [killed, running] = [await begun(), await begun()];
  await killed.end('SIGKILL');
  expect(await stat(join(killed.path, 'rows'))).toBeDefined();
  await mkdir(join(parent, 'fascicolo-evidence'));
  await mkdir(join(parent, 'elsewhere'));
  await writeFile(join(parent, 'elsewhere/kept'), '');
  await symlink(join(parent, 'elsewhere'), join(parent, 'fascicolo-evidence-link'));
  const { path, remove } = await openScratch(parent);
  const names = [running.path, path].map((one) => basename(one));
  expect((await readdir(parent)).sort()).toEqual(
    ['elsewhere', 'fascicolo-evidence', ...names.flatMap((name) => [name, `${name}.lock`])].sort(),
  );
  expect(await readdir(join(parent, 'elsewhere'))).toEqual(['kept']);
  await remove();
  await running.end('SIGTERM');
});
