/** The archive from which an installation is made: its contents, and that it runs for an unprivileged user, and in an image. */

// Real time: packages are fetched, a whole product starts.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPort } from '../hosts/server-process.ts';

const root = join(import.meta.dirname, '../..');
const RELEASE = '0.0.0-test';
const name = `fascicolo-${RELEASE}-linux-${process.arch}`;
const built = join(root, 'dist/package', name);
/** Time for fetching and packing on a slow network, for a Debian tree from its mirror, and for an image. */
const MINUTES = 60_000;
const UNPRIVILEGED = '65534';
let ground: string;
let release: string;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/package.mjs', '--release', RELEASE], { cwd: root, stdio: 'ignore' });
  ground = mkdtempSync(join(tmpdir(), 'fascicolo-package-'));
  chmodSync(ground, 0o755);
  execFileSync('tar', ['-xzf', `${built}.tar.gz`, '-C', ground]);
  release = join(ground, name);
}, 8 * MINUTES);
afterAll(() => {
  rmSync(ground, { recursive: true, force: true });
  for (const end of ['', '.tar.gz', '.tar.gz.sha256', '.cdx.json'])
    rmSync(`${built}${end}`, { recursive: true, force: true });
});

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @returns `name@version` of each package in a folder of packages, including nested ones. */
function packagesIn(folder: string): string[] {
  const manifests = everyFile(folder).filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  return manifests.map((path) => {
    const { name: own, version } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string };
    return `${own}@${version}`;
  });
}

describe('the archive', () => {
  test('contains the built product and its runtime dependencies, and no development files', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const names = packagesIn(join(release, 'node_modules')).map((name) => name.slice(0, name.lastIndexOf('@')));
    expect(Object.keys(dependencies ?? {}).filter((name) => !names.includes(name))).toEqual([]);
    // Dependencies of the server's own packages are not only for developers.
    const alsoOfServer = ['xml-encryption', '@types/node'];
    const forDevelopers = Object.keys(devDependencies ?? {}).filter((name) => !alsoOfServer.includes(name));
    expect(names.filter((name) => forDevelopers.includes(name))).toEqual([]);
    const files = everyFile(release).filter((path) => !path.startsWith(join(release, 'node_modules')));
    expect(files.filter((path) => /\.(test|suite)\.tsx?$|\/src\/web\/|\.env$/.test(path))).toEqual([]);
    expect(existsSync(join(release, 'dist/web/portal/index.html'))).toBe(true);
    expect(existsSync(join(release, 'deploy/etc'))).toBe(false);
  });

  test('matches its hash, and is writable only by its owner', () => {
    const checked = spawnSync('sha256sum', ['-c', `${built}.tar.gz.sha256`], { cwd: join(built, '..') });
    expect(checked.status).toBe(0);
    expect(everyFile(release).filter((path) => (statSync(path).mode & 0o022) !== 0)).toEqual([]);
  });

  test('has a bill of materials that lists each package in it with its hash, and those built into the pages', () => {
    const bill = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string; hashes: unknown[] }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const named = bill.components.map((component) => `${component.name}@${component.version}`);
    expect(packagesIn(join(release, 'node_modules')).filter((name) => !named.includes(name))).toEqual([]);
    const names = bill.components.map((component) => component.name);
    expect(names).toEqual(expect.arrayContaining(['react', '@mantine/core', 'i18next', '@fontsource-variable/inter']));
    for (const tool of ['vite', 'vitest', 'typescript', 'knip', 'lighthouse']) expect(names).not.toContain(tool);
    expect(bill.components.filter(({ hashes, purl }) => hashes.length === 0 || !purl.startsWith('pkg:npm/'))).toEqual(
      [],
    );
  });

  test('refuses developers’ tools and invalid settings with a message', () => {
    const command = join(release, 'bin/fascicolo');
    const settings = join(ground, 'settings.env');
    execFileSync('sh', ['-c', `umask 077; echo PORT=1 > ${settings}`]);
    const asNobody = ['--reuid', UNPRIVILEGED, '--regid', UNPRIVILEGED, '--clear-groups', command];
    const refused = spawnSync('setpriv', [...asNobody, 'doctor'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FASCICOLO_SETTINGS: settings },
    });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('runuser -u fascicolo') });
    expect(spawnSync(command, ['bench'], { encoding: 'utf8' })).toMatchObject({ status: 2 });
    expect(spawnSync(command, ['release'], { encoding: 'utf8' }).stdout).toBe(`${RELEASE}\n`);
    const { version } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as { version: string };
    expect(version).toBe(RELEASE);
  });
});

/** Every system call that the units of deploy/systemd allow. */
function allowedCalls(group = '@system-service', visited = new Set<string>()): Set<string> {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', group], { encoding: 'utf8' });
  for (const line of stdout.split('\n').slice(1)) {
    const call = line.trim();
    if (call === '' || call.startsWith('#') || visited.has(call)) continue;
    visited.add(call);
    if (call.startsWith('@')) allowedCalls(call, visited);
  }
  return visited;
}

async function healthy(ask: () => number | null, child: ChildProcess): Promise<boolean> {
  for (let second = 0; second < 120; second += 1) {
    if (ask() === 0) return true;
    if (child.exitCode !== null) return false;
    await pause(1_000);
  }
  return false;
}

test(
  'starts for an unprivileged user at low priority with the system calls that the units allow, and stops on request',
  async () => {
    const port = String(await ownPort());
    const data = join(ground, 'data');
    mkdirSync(data);
    const calls = join(ground, 'calls');
    execFileSync('chown', [UNPRIVILEGED, data]);
    const env = {
      PATH: process.env.PATH,
      ...{ NODE_ENV: 'demo', PORT: port, DATA_DIR: data, FASCICOLO_SETTINGS: join(ground, 'none') },
    };
    const command = join(release, 'bin/fascicolo');
    const asNobody = [
      'nice',
      '-n',
      '19',
      'setpriv',
      '--reuid',
      UNPRIVILEGED,
      '--regid',
      UNPRIVILEGED,
      '--clear-groups',
      '--no-new-privs',
    ];
    const child = spawn('strace', ['-f', '-qq', '-o', calls, ...asNobody, command, 'serve'], {
      cwd: data,
      env,
      stdio: 'ignore',
    });
    expect(await healthy(() => spawnSync(command, ['health'], { env }).status, child)).toBe(true);
    // strace writes the number of the first process first.
    process.kill(Number(/^\d+/.exec(readFileSync(calls, 'latin1').slice(0, 20))?.[0]), 'SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const used = new Set(
      [...readFileSync(calls, 'latin1').matchAll(/^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)/gm)].map(
        (call) => call[1] ?? '',
      ),
    );
    const allowed = allowedCalls();
    expect([used.size > 50, [...used].filter((call) => !allowed.has(call))]).toEqual([true, []]);
  },
  5 * MINUTES,
);
