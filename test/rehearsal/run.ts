/** `npm run rehearsal`: the whole story over real systems, from an empty database; prints each step with its time. */
// Real time: each step is printed with how long it took.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startServer } from '#test/server-process.ts';
import { tellStory } from './story.ts';
import { type Systems, startSystems } from './systems.ts';

const COMMANDS = join(import.meta.dirname, '../../src/cli/main.ts');

async function timed<T>(name: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    const result = await act();
    console.log(`ok      ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`FAILED  ${name}`);
    throw error;
  }
}

/** A command of the product, as its operator gives it. @throws Error with what it prints when it does not end with 0. */
async function command({ settings }: Systems, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMANDS, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

async function rehearse(systems: Systems): Promise<void> {
  const { settings, port } = systems;
  await timed('migrate', () => command(systems, 'migrate'));
  await timed('the first administrator', () =>
    command(systems, 'admin', 'create', 'adele', 'adele@example.it', 'Adele', 'Amministri'),
  );
  const server = await timed('the product starts', () => startServer(settings.DATA_DIR ?? '', { ...settings }, port));
  try {
    await timed('the provider learns the product’s metadata', async () =>
      systems.saml.introduce(await (await fetch(`http://127.0.0.1:${port}/sso/saml/metadata`)).text()),
    );
    await tellStory(systems, timed);
  } catch (error) {
    console.error(server.output());
    throw error;
  } finally {
    await server.stop();
  }
}

const systems = await timed('every system is up', startSystems);
try {
  for (const line of systems.lines) console.log(`        ${line}`);
  await rehearse(systems);
} finally {
  await systems.close();
}
