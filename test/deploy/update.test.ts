/** A release is installed and replaced by a newer one, and the old one is restored, automatically when the new one does not run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Machine } from './machine.ts';

const FIRST = { '0001-a.sql': 'compatible' } as const;
const SERVICES = 'fascicolo-jobs.service fascicolo.service';
let machine: Machine;

beforeEach(() => {
  machine = new Machine();
  const { folder } = machine.release('1.0.0-a', FIRST);
  expect(machine.run(join(folder, 'deploy/install'))).toMatchObject({ code: 0 });
  machine.systemctlCalls();
});
afterEach(() => machine.close());

describe('install', () => {
  test('installs release, units and a settings example, and starts nothing', () => {
    expect(machine.links()).toEqual({ current: '1.0.0-a', previous: null });
    expect(machine.unit()).toBe('# of 1.0.0-a');
    const settings = join(machine.root, 'etc/fascicolo');
    expect(readFileSync(join(settings, 'fascicolo.env'), 'utf8')).toContain('NODE_ENV=production');
    expect(statSync(join(settings, 'migrate.env')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(machine.root, 'usr/local/bin/fascicolo'))).toBe(true);
  });

  test('refuses a machine that has a release, and shows the command for it', () => {
    const { folder } = machine.release('1.1.0-b');
    const { code, said } = machine.run(join(folder, 'deploy/install'));
    expect([code, machine.links().current]).toEqual([1, '1.0.0-a']);
    expect(said).toContain('current/deploy/update');
  });

  test('keeps existing settings', () => {
    const settings = join(machine.root, 'etc/fascicolo/fascicolo.env');
    writeFileSync(settings, 'PORT=9\n');
    rmSync(join(machine.opt, 'current'));
    machine.run(join(machine.opt, '1.0.0-a/deploy/install'));
    expect(readFileSync(settings, 'utf8')).toBe('PORT=9\n');
  });
});

describe('update', () => {
  test('backs up, migrates, switches and restarts, in this order', () => {
    const { archive } = machine.release('1.1.0-b', { ...FIRST, '0002-b.sql': 'compatible' });
    expect(machine.update(archive)).toMatchObject({ code: 0, said: expect.stringContaining('1.1.0-b runs') });
    expect(machine.systemctlCalls()).toEqual([
      'start fascicolo-backup.service',
      'start fascicolo-migrate@1.1.0-b.service',
      `restart ${SERVICES}`,
    ]);
    expect(machine.links()).toEqual({ current: '1.1.0-b', previous: '1.0.0-a' });
    expect(machine.unit()).toBe('# of 1.1.0-b');
  });

  test('rolls back when the new server does not respond', () => {
    const { archive } = machine.release('1.1.0-b', FIRST);
    machine.mark('sick-1.1.0-b');
    const { code, said } = machine.update(archive);
    expect(code).toBe(1);
    expect(said).toContain('1.0.0-a runs again');
    expect(said).toContain('journalctl');
    expect(machine.links()).toEqual({ current: '1.0.0-a', previous: null });
    expect(machine.unit()).toBe('# of 1.0.0-a');
    expect(machine.systemctlCalls().filter((line) => line.startsWith('restart'))).toHaveLength(2);
  });

  test('rolls back when the jobs process ends, even if the server responds', () => {
    const { archive } = machine.release('1.1.0-b', FIRST);
    machine.mark('ends-1.1.0-b');
    expect(machine.update(archive)).toMatchObject({ code: 1, said: expect.stringContaining('has ended') });
    expect(machine.links().current).toBe('1.0.0-a');
  });

  test('keeps the last running release as rollback target', () => {
    machine.update(machine.release('1.1.0-b', FIRST).archive);
    machine.mark('sick-1.2.0-c');
    expect(machine.update(machine.release('1.2.0-c', FIRST).archive).code).toBe(1);
    expect(machine.links()).toEqual({ current: '1.1.0-b', previous: '1.0.0-a' });
  });

  test.each([
    ['fails-fascicolo-backup.service', 'The backup has failed'],
    ['fails-fascicolo-migrate@1.1.0-b.service', 'The schema has not changed'],
  ])('changes nothing with %s', (mark, words) => {
    machine.mark(mark);
    const { archive } = machine.release('1.1.0-b', FIRST);
    expect(machine.update(archive)).toMatchObject({ code: 1, said: expect.stringContaining(words) });
    expect([machine.links(), machine.unit()]).toEqual([{ current: '1.0.0-a', previous: null }, '# of 1.0.0-a']);
    expect(machine.systemctlCalls().some((line) => line.startsWith('restart'))).toBe(false);
  });

  test('refuses an archive with a wrong hash, without a release, or truncated', () => {
    const { archive } = machine.release('1.1.0-b', FIRST);
    const archiveBytes = readFileSync(archive);
    writeFileSync(archive, archiveBytes.subarray(0, archiveBytes.length - 20));
    expect(machine.update(archive)).toMatchObject({ code: 1, said: expect.stringContaining('does not match') });
    rmSync(`${archive}.sha256`);
    expect(machine.update(archive)).toMatchObject({ code: 1, said: expect.stringContaining('cannot be unpacked') });
    expect(existsSync(join(machine.opt, '.update'))).toBe(false);
    for (const version of ['../../x', '.update', 'a b', '']) {
      const other = machine.release('1.1.0-c', FIRST, version);
      expect(machine.update(other.archive)).toMatchObject({ code: 1, said: expect.stringContaining('not a release') });
    }
    expect([machine.links().current, machine.systemctlCalls()]).toEqual(['1.0.0-a', []]);
  });

  test('refuses the running release, a missing archive and unknown arguments', () => {
    const { archive } = machine.release('1.0.0-a', FIRST);
    for (const args of [[archive], ['nowhere.tar.gz'], [archive, '--fast'], []]) {
      expect(machine.update(...args).code).toBe(1);
    }
    expect(machine.systemctlCalls()).toEqual([]);
  });

  test('refuses to run while another update runs', async () => {
    const holder = spawn('flock', [join(machine.opt, '.lock'), 'sh', '-c', 'echo held; read _'], { stdio: 'pipe' });
    await once(holder.stdout, 'data');
    const refused = machine.update(machine.release('1.1.0-b', FIRST).archive);
    holder.stdin.end('\n');
    await once(holder, 'close');
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('is running') });
  });
});

describe('a migration that is incompatible with the old release', () => {
  const BREAKING = { ...FIRST, '0002-b.sql': 'breaking' } as const;

  test('requires a backup, and stops the old release first', () => {
    const { archive } = machine.release('2.0.0-b', BREAKING);
    expect(machine.update(archive, '--without-backup')).toMatchObject({ code: 1 });
    expect(machine.systemctlCalls()).toEqual([]);
    expect(machine.update(archive)).toMatchObject({ code: 0 });
    expect(machine.systemctlCalls()).toEqual([
      'start fascicolo-backup.service',
      `stop ${SERVICES}`,
      'start fascicolo-migrate@2.0.0-b.service',
      `restart ${SERVICES}`,
    ]);
  });

  test('restarts the old release when it is refused', () => {
    machine.mark('fails-fascicolo-migrate@2.0.0-b.service');
    expect(machine.update(machine.release('2.0.0-b', BREAKING).archive).code).toBe(1);
    expect(machine.systemctlCalls().at(-1)).toBe(`start ${SERVICES}`);
  });

  test('can only be undone by the backup: neither automatically nor on request', () => {
    machine.mark('sick-2.0.0-b');
    const { archive } = machine.release('2.0.0-b', BREAKING);
    expect(machine.update(archive)).toMatchObject({ code: 4, said: expect.stringContaining('Restore the backup') });
    expect(machine.links().current).toBe('2.0.0-b');
    expect(machine.rollBack()).toMatchObject({ code: 3, said: expect.stringContaining('0002-b.sql') });
    expect(machine.links().current).toBe('2.0.0-b');
  });
});

describe('back', () => {
  test('switches to the previous release, and forward again', () => {
    machine.update(machine.release('1.1.0-b', FIRST).archive);
    machine.systemctlCalls();
    expect(machine.rollBack()).toMatchObject({ code: 0, said: expect.stringContaining('1.0.0-a runs') });
    expect(machine.systemctlCalls()).toEqual([`restart ${SERVICES}`]);
    expect([machine.links(), machine.unit()]).toEqual([{ current: '1.0.0-a', previous: '1.1.0-b' }, '# of 1.0.0-a']);
    expect(machine.rollBack().code).toBe(0);
    expect(machine.links()).toEqual({ current: '1.1.0-b', previous: '1.0.0-a' });
  });

  test('reports a missing previous release', () => {
    expect(machine.rollBack()).toMatchObject({ code: 1, said: expect.stringContaining('no release before') });
  });
});
