/** Revocations of the demo authority: a revoked key stops signing, every later list contains it, and a crash loses nothing. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCrl } from '#formats/crl.ts';
import { oid } from '#formats/oids.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { checkTimestampToken } from '#formats/tsp.ts';
import { type DemoAuthority, openDemoAuthority, revokeDemoKey } from './demo-authority.ts';

let now = new Date('2026-11-20T10:00:00Z');
const clock = { now: () => now };
const day = 86_400_000;

let folder: string;
let demo: DemoAuthority;
beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'revocation-'));
  demo = await openDemoAuthority(folder, clock);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function listOf(name: 'root' | 'issuing') {
  const published = await demo.authority.published(now);
  return readCrl(published.find((one) => one.name === name)?.crl ?? new Uint8Array());
}

const serialOf = (certificate: Uint8Array): string =>
  new X509Certificate(Buffer.from(certificate)).serialNumber.toLowerCase();

it('a revoked seal is only in its authority’s list, and the next signature has another key', async () => {
  const before = await demo.sealer.sealingKey();
  expect((await listOf('issuing')).revoked.size).toBe(0);
  const serial = await revokeDemoKey(folder, 'seal', 'superseded', now);
  expect(serial).toBe(serialOf(before.certificate));
  expect((await listOf('issuing')).revoked.get(serial)).toEqual({ date: now, reason: 4 });
  expect((await listOf('root')).revoked.size).toBe(0);
  const after = await demo.sealer.sealingKey();
  expect(serialOf(after.certificate)).not.toBe(serial);
  const reopened = await openDemoAuthority(folder, clock);
  expect((await reopened.sealer.sealingKey()).certificate).toEqual(after.certificate);
});

it('a revoked timestamp authority is in the root’s list, and the next token is from another', async () => {
  const token = async () =>
    (await checkTimestampToken(await demo.timestamp.stamp(new Uint8Array(32)), new Uint8Array(32))).certificate;
  const before = serialOf(await token());
  await revokeDemoKey(folder, 'timestamping', 'keyCompromise', now);
  expect(serialOf(await token())).not.toBe(before);
  expect([...(await listOf('root')).revoked.keys()]).toEqual([before]);
});

it('lists are unchanged for a day, then renewed', async () => {
  const [first] = await demo.authority.published(now);
  now = new Date(now.getTime() + day / 2);
  expect((await demo.authority.published(now))[0]?.crl).toEqual(first?.crl);
  now = new Date(now.getTime() + day);
  expect((await listOf('issuing')).thisUpdate).toEqual(now);
});

it('an interrupted revocation is finished by the next run, and revokes no other key', async () => {
  const serial = serialOf((await demo.sealer.sealingKey()).certificate);
  // Interrupted after the first step: the key is set aside, the list does not contain it yet, and a new key was created
  // since.
  await rename(join(folder, 'seal.pem'), join(folder, `seal-${serial}.pem`));
  demo = await openDemoAuthority(folder, clock);
  const next = serialOf((await demo.sealer.sealingKey()).certificate);
  expect(await revokeDemoKey(folder, 'seal', 'keyCompromise', now)).toBe(serial);
  expect([...(await listOf('issuing')).revoked.keys()]).toEqual([serial]);
  expect(serialOf((await demo.sealer.sealingKey()).certificate)).toBe(next);
});

it('a damaged revocation list prevents the authority from opening', async () => {
  await writeFile(join(folder, 'revoked.json'), '[{"serial":');
  await expect(openDemoAuthority(folder, clock)).rejects.toThrow();
  await writeFile(join(folder, 'revoked.json'), '[{"issuer":"root","serial":"zz"}]');
  await expect(openDemoAuthority(folder, clock)).rejects.toThrow();
});

it('certificates name the list’s URL only where there is one, and signers’ certificates never do', async () => {
  const fields = (der: Uint8Array) => readCertificate(der).extensions.get(oid.crlDistributionPoints)?.value;
  expect(fields((await demo.sealer.sealingKey()).certificate)).toBeUndefined();
  const other = await mkdtemp(join(tmpdir(), 'revocation-'));
  try {
    const open = await openDemoAuthority(other, clock, { crlUrl: (name) => `https://portale.example/pki/${name}.crl` });
    const seal = fields((await open.sealer.sealingKey()).certificate) ?? new Uint8Array();
    expect(Buffer.from(seal).toString('latin1')).toContain('https://portale.example/pki/issuing.crl');
    const person = { commonName: 'Ginevra Provetti', givenName: 'Ginevra', surname: 'Provetti' };
    const key = await open.authority.issueSignerKey({ ...person, organization: 'Autoesempio', actId: '1' }, now);
    expect(fields(key.certificate)).toBeUndefined();
    expect(await readdir(other)).not.toContain('revoked.json');
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});
