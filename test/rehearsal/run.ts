/** `npm run rehearsal`: runs the whole story over real systems, from an empty database, and prints each step with its time. */
// Real time: each step is printed with how long it took.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '#test/hosts/server-process.ts';
import { signInByOpenId, tellStory } from './story.ts';
import { type Systems, startSystems } from './systems.ts';

const run = promisify(execFile);
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

/**
 * Runs a command of the product as an operator does; only `migrate` gets the owner's address.
 * @throws Error with its output when it does not exit with 0.
 */
async function command({ settings }: Systems, ...args: string[]): Promise<string> {
  const { MIGRATE_DATABASE_URL_FILE: owner = '', ...others } = settings;
  const environment = args[0] === 'migrate' ? { ...others, MIGRATE_DATABASE_URL_FILE: owner } : others;
  try {
    // Asynchronous, because systems in this process must answer meanwhile.
    const { stdout } = await run(process.execPath, [COMMANDS, ...args], {
      env: { PATH: process.env.PATH, ...environment },
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

async function rehearse(systems: Systems): Promise<void> {
  await timed('migrate', () => command(systems, 'migrate'));
  await timed('the first administrator', () =>
    command(systems, 'admin', 'create', 'adele', 'adele@example.it', 'Adele', 'Amministri'),
  );
  await withProduct(systems, systems.settings, async () => {
    await timed('the provider learns the product’s metadata', async () =>
      systems.saml.introduce(await (await fetch(`http://127.0.0.1:${systems.port}/sso/saml/metadata`)).text()),
    );
    await tellStory(systems, timed);
    console.log(await timed('doctor finds nothing wrong', () => command(systems, 'doctor')));
  });
  await timed('another administrator, beside the stopped product', () =>
    command(systems, 'admin', 'create', 'dwho', 'dwho@badwolf.org', 'David', 'Ottavi'),
  );
  await withProduct(systems, systems.openIdSettings, () =>
    timed('the other administrator signs in by OpenID Connect', () => signInByOpenId(systems)),
  );
}

/** Starts the product with these settings and stops it after `act`; prints its output when that fails. */
async function withProduct(
  { port }: Systems,
  settings: Readonly<Record<string, string>>,
  act: () => Promise<void>,
): Promise<void> {
  const { MIGRATE_DATABASE_URL_FILE: _owner, ...own } = settings;
  const server = await timed('the product starts', () => startServer(own.DATA_DIR ?? '', own, port));
  try {
    await act();
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
