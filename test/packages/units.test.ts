/** systemd reports no fault in the units, their exposure is low, and the checks of HTTP proxies and shells pass. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const deploy = join(import.meta.dirname, '../../deploy');
const units = readdirSync(join(deploy, 'systemd'));
/** A service without any limit has 10. */
const MOST_EXPOSED = 2;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-units-'));
  for (const path of ['bin/fascicolo', 'deploy/backup']) {
    mkdirSync(join(folder, 'release', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'release', path), '#!/bin/sh\n');
    chmodSync(join(folder, 'release', path), 0o755);
  }
  mkdirSync(join(folder, 'units'));
  for (const unit of units) {
    const text = readFileSync(join(deploy, 'systemd', unit), 'utf8');
    // Programs that are started must exist.
    const here = text.replaceAll(/\/opt\/fascicolo\/(current|%i)\/(bin|deploy)/g, `${folder}/release/$2`);
    writeFileSync(join(folder, 'units', unit), here);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', args, {
    encoding: 'utf8',
    cwd: join(folder, 'units'),
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}/units:`, SYSTEMD_LOG_LEVEL: 'warning' },
  });

describe('the systemd units', () => {
  test('are complete', () => {
    expect(units.toSorted()).toEqual([
      ...['fascicolo-backup.service', 'fascicolo-backup.timer', 'fascicolo-jobs.service'],
      ...['fascicolo-migrate@.service', 'fascicolo.service'],
    ]);
  });

  test.each(units)('%s passes systemd-analyze verify', (unit) => {
    const name = unit.replace('@.', '@1.0.0-a.');
    const { status, stderr } = analyze('verify', '--man=no', name);
    expect([stderr, status]).toEqual(['', 0]);
  });

  test('a misspelt key is detected despite exit code 0', () => {
    writeFileSync(join(folder, 'units/wrong.service'), '[Service]\nExecStart=/bin/true\nProtectSistem=strict\n');
    expect(analyze('verify', '--man=no', 'wrong.service').stderr).toContain('ProtectSistem');
  });

  test.each(units.filter((unit) => unit.endsWith('.service')))('%s has a low exposure', (unit) => {
    const { stdout } = analyze('security', '--offline=true', `./${unit}`);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    expect(exposure).toBeLessThanOrEqual(MOST_EXPOSED);
  });

  test('a page drawer gets a network namespace of its own', () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      expect(readFileSync(join(deploy, 'systemd', unit), 'utf8')).toContain('\nRestrictNamespaces=user net\n');
    }
    // As in the units: a user namespace, no capability, no new privileges; inside it, the product's own calls.
    const inside = ['unshare', '--map-root-user', '--net', '--', '/bin/true'];
    const limits = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
    const user = ['unshare', '--map-user=65534', '--map-group=65534', '--'];
    expect(spawnSync('setpriv', [...limits, ...user, ...inside], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

test.each(['install', 'update', 'back', 'backup', 'prepare', 'release.sh', 'fascicolo.in', 'compose/buckets.sh'])(
  'ShellCheck finds no fault in deploy/%s',
  (script) => {
    const args = ['--shell=sh', '--exclude=SC1091', join(deploy, script)];
    expect(spawnSync('shellcheck', args, { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
  },
);

test('docker-compose accepts the composition', () => {
  // Debian's docker-compose is from 2021: two keys are newer.
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8').replaceAll(/^(name:.*| *restart: true)\n/gm, '');
  mkdirSync(join(folder, 'compose/etc'), { recursive: true });
  writeFileSync(join(folder, 'compose/etc/migrate.env'), 'MIGRATE_DATABASE_URL=postgresql://x@database/x\n');
  writeFileSync(join(folder, 'compose/compose.yaml'), text);
  const { status, stdout, stderr } = spawnSync('docker-compose', ['config'], {
    encoding: 'utf8',
    cwd: join(folder, 'compose'),
  });
  expect([status, stderr]).toEqual([0, '']);
  // Server, jobs and migration.
  for (const limit of ['read_only: true', 'user: 10001:10001', '- ALL', 'no-new-privileges:true']) {
    expect([limit, stdout.split(limit).length - 1]).toEqual([limit, 3]);
  }
});
