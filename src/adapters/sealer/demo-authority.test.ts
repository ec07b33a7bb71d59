/** The demo's authority: keys created once and kept private, certificates marked DEMO, roots that a verifier can trust. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTimestampToken } from '#formats/tsp.ts';
import { demoMark, openDemoAuthority } from './demo-authority.ts';

const now = new Date('2026-11-20T10:43:12.345Z');
const clock = { now: () => now };
const identity = {
  commonName: 'Ginevra Provetti',
  givenName: 'Ginevra',
  surname: 'Provetti',
  organization: 'Autoesempio S.p.A.',
  actId: 'sessione_17/Firma1',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const x509 = (der: Uint8Array) => new X509Certificate(Buffer.from(der));

describe('the demo authority', () => {
  it('creates its keys once, readable only by their owner, and reuses them', async () => {
    const first = await openDemoAuthority(folder, clock);
    const second = await openDemoAuthority(folder, clock);
    expect(await second.authority.anchors()).toEqual(await first.authority.anchors());
    expect((await second.sealer.sealingKey()).certificate).toEqual((await first.sealer.sealingKey()).certificate);
    const files = (await readdir(folder)).sort();
    expect(files).toEqual(['anchors.pem', 'issuing.pem', 'root.pem', 'seal.pem', 'timestamping.pem']);
    for (const file of files.filter((name) => name !== 'anchors.pem')) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('has one root when several processes start concurrently', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => openDemoAuthority(folder, clock)));
    const roots = await Promise.all(
      opened.map(async ({ authority }) => Buffer.from((await authority.anchors())[0] ?? '')),
    );
    expect(new Set(roots.map((root) => root.toString('hex'))).size).toBe(1);
    const seal = await opened[3]?.sealer.sealingKey();
    expect(seal && x509(seal.certificate).checkIssued(x509(seal.chain[0] ?? new Uint8Array()))).toBe(true);
  });

  it('publishes its root as PEM, without a key', async () => {
    const { authority } = await openDemoAuthority(folder, clock);
    const pem = await readFile(join(folder, 'anchors.pem'), 'utf8');
    expect(new X509Certificate(pem).raw.equals(Buffer.from((await authority.anchors())[0] ?? ''))).toBe(true);
    expect(pem).not.toContain('PRIVATE');
  });

  it('states in every subject that it has no legal value', async () => {
    const { authority, sealer, timestamp } = await openDemoAuthority(folder, clock);
    const key = await authority.issueSignerKey(identity, now);
    const seal = await sealer.sealingKey();
    const token = await checkTimestampToken(await timestamp.stamp(new Uint8Array(32)), new Uint8Array(32));
    for (const der of [key.certificate, ...key.chain, seal.certificate, token.certificate]) {
      expect(x509(der).subject).toContain(demoMark);
    }
    expect(x509((await authority.anchors())[0] ?? new Uint8Array()).subject).toContain(
      'Radice di Fascicolo (DEMO senza valore)',
    );
  });

  it('issues one short-lived certificate per signature, in the signer’s name, without a tax code', async () => {
    const { authority } = await openDemoAuthority(folder, clock);
    const one = await authority.issueSignerKey(identity, now);
    const other = await authority.issueSignerKey(identity, now);
    expect(one.serial).not.toBe(other.serial);
    expect(x509(one.certificate).publicKey.equals(x509(other.certificate).publicKey)).toBe(false);
    const certificate = x509(one.certificate);
    expect(certificate.serialNumber.toLowerCase()).toBe(one.serial);
    expect(certificate.subject.split('\n')).toEqual([
      'C=IT',
      'O=Autoesempio S.p.A.',
      'OU=DEMO senza valore',
      'SN=Provetti',
      'GN=Ginevra',
      'serialNumber=sessione-17/Firma1',
      'CN=Ginevra Provetti',
    ]);
    const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / 86_400_000;
    expect(days).toBeLessThan(1.1);
    expect(certificate.checkIssued(x509(one.chain[0] ?? new Uint8Array()))).toBe(true);
  });

  it('allows the use of a key until it is destroyed, and never after', async () => {
    const { authority } = await openDemoAuthority(folder, clock);
    const key = await authority.issueSignerKey(identity, now);
    expect((await key.sign(new Uint8Array(3))).length).toBeGreaterThan(60);
    key.destroy();
    await expect(key.sign(new Uint8Array(3))).rejects.toThrow(/destroyed/);
  });

  it('accepts a signature with a long identifier, and a signer without a given name', async () => {
    const { authority } = await openDemoAuthority(folder, clock);
    const key = await authority.issueSignerKey({ ...identity, givenName: '', actId: 'è'.repeat(300) }, now);
    expect(x509(key.certificate).subject).toMatch(/serialNumber=[0-9a-f]{64}/);
  });

  it('refuses to start with a damaged file, or a certificate of another key', async () => {
    await openDemoAuthority(folder, clock);
    const seal = await readFile(join(folder, 'seal.pem'), 'utf8');
    const issuing = await readFile(join(folder, 'issuing.pem'), 'utf8');
    const certificate = '-----BEGIN CERTIFICATE-----';
    const mixed = seal.slice(0, seal.indexOf(certificate)) + issuing.slice(issuing.indexOf(certificate));
    await writeFile(join(folder, 'seal.pem'), mixed);
    await expect(openDemoAuthority(folder, clock)).rejects.toThrow(/seal key/);
    await writeFile(join(folder, 'seal.pem'), seal.slice(0, 100));
    await expect(openDemoAuthority(folder, clock)).rejects.toThrow();
  });

  it('refuses a chain whose root was recreated', async () => {
    await openDemoAuthority(folder, clock);
    await rm(join(folder, 'root.pem'));
    await expect(openDemoAuthority(folder, clock)).rejects.toThrow(/issuing key/);
  });
});
