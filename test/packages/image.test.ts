/** The image: built by buildah over an otherwise empty Debian tree, and started with a read-only root. */

// Real time: a tree is fetched from a mirror, an image is built, a whole product starts.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPort } from '../hosts/server-process.ts';

const root = join(import.meta.dirname, '../..');
const RELEASE = '0.0.0-image';
const built = join(root, 'dist/package', `fascicolo-${RELEASE}-linux-${process.arch}`);
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const USER = '10001';
const MINUTES = 60_000;
let ground: string;
let tree: string;

/** Without a daemon and without namespaces, as on a CI machine. */
function buildah(...args: string[]): string {
  const own = ['--root', join(ground, 'images'), '--runroot', join(ground, 'run'), '--storage-driver', 'vfs'];
  const { status, stdout, stderr } = spawnSync('buildah', [...own, ...args], { encoding: 'utf8', cwd: built });
  if (status !== 0) throw new Error(`buildah ${args[0]}: ${stderr}`);
  return stdout.trim();
}

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/package.mjs', '--release', RELEASE], { cwd: root, stdio: 'ignore' });
  ground = mkdtempSync(join(tmpdir(), 'fascicolo-image-'));
  tree = join(ground, 'tree');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', tree, MIRROR], { stdio: 'ignore' });
}, 10 * MINUTES);
afterAll(() => {
  rmSync(ground, { recursive: true, force: true });
  for (const end of ['', '.tar.gz', '.tar.gz.sha256', '.cdx.json'])
    rmSync(`${built}${end}`, { recursive: true, force: true });
});

test(
  'on a minimal Debian the release names the one package that it needs',
  () => {
    execFileSync('tar', ['-xzf', `${built}.tar.gz`, '-C', join(tree, 'opt')]);
    const [folder = ''] = readdirSync(join(tree, 'opt'));
    const { status, stderr } = spawnSync('chroot', [tree, `/opt/${folder}/bin/fascicolo`, 'release'], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('apt-get install libatomic1');
    rmSync(join(tree, 'opt', folder), { recursive: true });
  },
  1 * MINUTES,
);

/** In a separate mount namespace: root read-only, tmpfs where the composition has it, the product as the image's user. */
const START = `
set -e
mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o mode=700,uid=${USER},gid=${USER} tmpfs "$1/var/lib/fascicolo"
mount -t proc proc "$1/proc"; mount --bind /dev "$1/dev"
exec chroot --userspec=${USER}:${USER} "$1" /bin/sh -c 'touch /opt/fascicolo/x 2>/dev/null && exit 9; cd; exec fascicolo serve'
`;

test(
  'the image contains only the release, an unprivileged user and a health check',
  async () => {
    const scratch = buildah('from', 'scratch');
    buildah('add', scratch, tree, '/');
    buildah('commit', '--format', 'docker', scratch, 'localhost/debian:12-slim');
    const bud = ['bud', '--isolation', 'chroot', '--format', 'docker', '--from', 'localhost/debian:12-slim'];
    buildah(...bud, '-f', 'deploy/Dockerfile', '-t', 'fascicolo:test', '.');
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/fascicolo:test')) as {
      Docker: { config: { User: string; Healthcheck: { Test: string[] }; Cmd: string[] } };
    };
    expect(Docker.config).toMatchObject({
      User: `${USER}:${USER}`,
      Healthcheck: { Test: ['CMD', '/opt/fascicolo/bin/fascicolo', 'health'] },
      Cmd: ['serve'],
    });

    const container = buildah('from', '--pull-never', 'localhost/fascicolo:test');
    const image = buildah('mount', container);
    expect(readdirSync(join(image, 'opt/fascicolo/deploy')).toSorted()).toEqual([
      ...['.env.example', 'Dockerfile', 'backup', 'health.mjs'],
    ]);
    const script = join(ground, 'start.sh');
    writeFileSync(script, START);
    const port = String(await ownPort());
    const env = { NODE_ENV: 'demo', PORT: port, HOME: '/var/lib/fascicolo', DATA_DIR: '/var/lib/fascicolo' };
    const path = { PATH: `/opt/fascicolo/bin:${process.env.PATH}` };
    const child = spawn('unshare', ['--mount', '/bin/sh', script, image], {
      env: { ...env, ...path },
      stdio: 'ignore',
    });
    const health = ['bin/fascicolo', 'health'];
    let up = false;
    for (let second = 0; second < 120 && child.exitCode === null && !up; second += 1) {
      up =
        spawnSync(join(built, health[0] ?? ''), health.slice(1), { env: { ...process.env, PORT: port } }).status === 0;
      if (!up) await pause(1_000);
    }
    expect([up, child.exitCode]).toEqual([true, null]);
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\t${USER}\\t`, 'm'));
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  },
  10 * MINUTES,
);
