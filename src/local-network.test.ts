/** The demo on the local network: its address, its certificate, and its refusals. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isThisMachine } from '#server/http/request/caller.ts';
import { isOwnAddress, localAddress, openLanCertificate } from './local-network.ts';
import { sentenceOf } from './settings/checks/problem.ts';
import { ConfigurationProblems, readConfig } from './settings/config.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-11-20T08:00:00Z');

const on = (address: string, internal = false) => ({
  ...{ address, internal, family: 'IPv4' as const, netmask: '255.255.255.0', mac: '00:00:00:00:00:00' },
  cidr: null,
});

describe('the address on the local network', () => {
  it.each(['192.168.1.5', '10.0.3.7', '172.20.0.4', '100.64.0.9'])('is a private one: %s', (address) => {
    expect(localAddress({ lo: [on('127.0.0.1', true)], wlan: [on('203.0.113.4'), on(address)] })).toBe(address);
  });

  it('is missing where the machine is on no private network', () => {
    expect(localAddress({ lo: [on('127.0.0.1', true)], eth: [on('203.0.113.4'), on('172.32.0.1')] })).toBeUndefined();
    expect(localAddress({})).toBeUndefined();
  });

  it('must belong to this machine', () => {
    expect(isOwnAddress('127.0.0.2')).toBe(true);
    for (const other of ['192.0.2.77', 'localhost', '127.0.0.x', '']) expect(isOwnAddress(other), other).toBe(false);
  });
});

describe('its certificate', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fascicolo-lan-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('names only the address, is marked as a demo, and is valid for less than 398 days', async () => {
    const certificate = new X509Certificate((await openLanCertificate(folder, '192.168.1.5', NOW)).cert);
    expect(certificate.checkIP('192.168.1.5')).toBe('192.168.1.5');
    expect(certificate.checkIP('192.168.1.6')).toBeUndefined();
    expect(certificate.subject).toContain('DEMO senza valore');
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBeLessThan(398 * DAY);
  });

  it('is stored with its key, only for its owner, and reused', async () => {
    const made = await openLanCertificate(folder, '192.168.1.5', NOW);
    expect((await stat(join(folder, 'lan.pem'))).mode & 0o777).toBe(0o600);
    expect(await openLanCertificate(folder, '192.168.1.5', new Date(NOW.getTime() + 300 * DAY))).toEqual(made);
    expect(await readFile(join(folder, 'lan.pem'), 'utf8')).toContain(made.key);
  });

  it('is recreated for another address, before it expires, and when the file is damaged', async () => {
    const made = await openLanCertificate(folder, '192.168.1.5', NOW);
    const later = await openLanCertificate(folder, '192.168.1.5', new Date(NOW.getTime() + 340 * DAY));
    expect(later.cert).not.toBe(made.cert);
    const elsewhere = await openLanCertificate(folder, '10.0.0.9', NOW);
    expect(new X509Certificate(elsewhere.cert).checkIP('10.0.0.9')).toBe('10.0.0.9');
    await writeFile(join(folder, 'lan.pem'), 'niente');
    expect((await openLanCertificate(folder, '10.0.0.9', NOW)).cert).not.toBe(elsewhere.cert);
  });
});

describe('npm start --', () => {
  const problemsOf = (args: string[], environment: Record<string, string> = {}): readonly string[] => {
    try {
      readConfig(environment, args);
    } catch (error) {
      if (error instanceof ConfigurationProblems) return error.problems.map((problem) => sentenceOf(problem).en);
      throw error;
    }
    return [];
  };

  it('opens the demo to the network with --lan, and only to this machine without', () => {
    expect(readConfig({})).toMatchObject({ lan: null });
    expect(readConfig({ PORT: '8443' }, ['--lan', '127.0.0.2'])).toMatchObject({
      lan: '127.0.0.2',
      PUBLIC_URL: 'https://127.0.0.2:8443',
    });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an address of another machine', ['--lan', '192.0.2.77'], {}, /no IPv4 address of this machine/],
    ['an unknown option', ['--wan'], {}, /expected nothing or --lan/],
    ['more than one address', ['--lan', '127.0.0.2', '127.0.0.3'], {}, /expected nothing or --lan/],
    ['a public address beside it', ['--lan', '127.0.0.2'], { PUBLIC_URL: 'https://a.example.com' }, /PUBLIC_URL/],
    ['production', ['--lan', '127.0.0.2'], { NODE_ENV: 'production' }, /production has settings only/],
  ])('refuses %s', (_, args, environment, problem) => {
    expect(problemsOf(args, environment)).toContainEqual(expect.stringMatching(problem));
  });
});

describe('this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['::1', '::1', true],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1', true],
    ['192.168.1.5', '192.168.1.5', true],
    ['192.168.1.8', '192.168.1.5', false],
    ['2001:db8::1', '2001:db8::2', false],
    ['1127.0.0.1', '192.168.1.5', false],
  ])('%s, reached at %s: %s', (remoteAddress, localAddress, expected) => {
    expect(isThisMachine({ remoteAddress, localAddress })).toBe(expected);
  });

  it('is not a connection that is already closed', () => {
    expect(isThisMachine({})).toBe(false);
  });
});
