/** The demo's own certificate authority, seal and timestamp authority: keys created at the first start, without legal value. */

import { type KeyObject, X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { RevocationReason } from '#formats/crl.ts';
import { issueCertificate } from '#formats/x509-issue.ts';
import type { Clock } from '#ports/clock.ts';
import type { AuthorityName, CertificateAuthority, PublishedAuthority, Sealer } from '#ports/sealer.ts';
import type { TimestampAuthority } from '#ports/timestamp.ts';
import { ignoreMissing } from '../file-system.ts';
import { inProcessTimestampAuthority } from '../timestamp/in-process.ts';
import { writeOnce } from './atomic-file.ts';
import { backdating, type Issuer, issueSignerKey, revocationListOf } from './certificate-issuer.ts';
import {
  generateKey,
  publicKeyOf,
  randomSerial,
  readPrivateKey,
  signingKeyOf,
  signWith,
  writePrivateKey,
} from './node-key.ts';
import { addRevocation, readRevocations, revocationsVersion } from './revocations.ts';
import { addAnchors } from './trust-anchors.ts';

/** Part of every subject, so that no demo certificate is mistaken for a real one. */
export const demoMark = 'DEMO senza valore';

const day = 24 * 60 * 60 * 1000;
const lifetimes = { root: 20 * 365 * day, issuing: 10 * 365 * day, seal: 5 * 365 * day, timestamping: 10 * 365 * day };

type Role = 'root' | 'issuing' | 'seal' | 'timestamping';

/** Issuer of each replaceable key's certificate. */
const issuers = { seal: 'issuing', timestamping: 'root' } as const satisfies Partial<Record<Role, AuthorityName>>;
export type ReplaceableKey = keyof typeof issuers;

interface Holder {
  readonly privateKey: KeyObject;
  readonly certificate: Uint8Array;
}

export interface DemoAuthority {
  readonly authority: CertificateAuthority;
  readonly sealer: Sealer;
  readonly timestamp: TimestampAuthority;
}

export interface DemoAuthorityOptions {
  /** URL of an authority's revocation list, written into new certificates; absent if the public cannot reach it. */
  readonly crlUrl?: (authority: AuthorityName) => string;
  /** Start of validity of the certificates in a new folder; absent: now. */
  readonly since?: Date;
}

/**
 * Opens the authority stored in a folder, or creates it: root, issuing authority, seal and timestamp authority, each an
 * atomically written file of mode 0600. Its root is added to `anchors.pem`.
 * @throws Error when a file is damaged or a certificate does not belong to its key.
 */
export async function openDemoAuthority(
  folder: string,
  clock: Clock,
  options: DemoAuthorityOptions = {},
): Promise<DemoAuthority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = (role: Role, issuer: Holder | null, from: DemoAuthorityOptions = options) =>
    openHolder(folder, role, issuer, clock, from);
  const root = await open('root', null);
  const issuing = await open('issuing', root);
  let seal = await open('seal', issuing);
  let timestamping = await open('timestamping', root);
  await addAnchors(folder, [root.certificate]);

  let version = await revocationsVersion(folder);
  const lists = { root: revocationListOf(issuerOf(root)), issuing: revocationListOf(issuerOf(issuing)) };
  let revoked = await readRevocations(folder);
  const { since: _first, ...later } = options;
  /** A revocation from the command line takes effect at the running server's next signature: new list, new key. */
  const refresh = async (): Promise<void> => {
    const now = await revocationsVersion(folder);
    if (now === version) return;
    revoked = await readRevocations(folder);
    seal = await open('seal', issuing, later);
    timestamping = await open('timestamping', root, later);
    version = now;
  };
  const publish = async (name: AuthorityName, holder: Holder, at: Date): Promise<PublishedAuthority> => ({
    name,
    certificate: holder.certificate,
    crl: await lists[name](
      revoked.filter(({ issuer }) => issuer === name),
      at,
    ),
  });

  const chain = [issuing.certificate, root.certificate];
  return {
    authority: {
      issueSignerKey: (identity, at) => issueSignerKey(identity, at, issuerOf(issuing), chain, demoMark),
      anchors: async () => [root.certificate],
      timestampAnchors: async () => [root.certificate],
      async published(at) {
        await refresh();
        return [await publish('issuing', issuing, at), await publish('root', root, at)];
      },
    },
    sealer: {
      async sealingKey() {
        await refresh();
        return signingKeyOf(seal.privateKey, seal.certificate, chain);
      },
    },
    timestamp: {
      async stamp(digest) {
        await refresh();
        const key = signingKeyOf(timestamping.privateKey, timestamping.certificate, []);
        return inProcessTimestampAuthority(key, clock).stamp(digest);
      },
    },
  };
}

/**
 * Revokes the certificate of the seal or of the timestamp authority: its key is put aside, the next one is made on
 * first use, and every later list names the old one. Timestamps from before the revocation stay valid.
 * @returns the serial number of the revoked certificate.
 */
export async function revokeDemoKey(
  folder: string,
  role: ReplaceableKey,
  reason: RevocationReason,
  at: Date,
): Promise<string> {
  const revoked = new Set((await readRevocations(folder)).map(({ serial }) => serial));
  const aside = new RegExp(`^${role}-([0-9a-f]+)\\.pem$`);
  // The key set aside by an interrupted run is the one to revoke, not the key created since.
  const unfinished = (await readdir(folder))
    .map((name) => aside.exec(name)?.[1])
    .find((name) => name && !revoked.has(name));
  const serial = unfinished ?? (await setKeyAside(folder, role));
  await addRevocation(folder, { issuer: issuers[role], serial, date: at.toISOString(), reason });
  return serial;
}

async function setKeyAside(folder: string, role: ReplaceableKey): Promise<string> {
  const path = join(folder, `${role}.pem`);
  const pem = await readFile(path, 'utf8');
  const serial = new X509Certificate(pem.slice(pem.indexOf(certificateMark))).serialNumber.toLowerCase();
  await rename(path, join(folder, `${role}-${serial}.pem`));
  return serial;
}

const issuerOf = ({ privateKey, certificate }: Holder): Issuer => ({
  ...signingKeyOf(privateKey, certificate, []),
  publicKey: publicKeyOf(privateKey),
});

const certificateMark = '-----BEGIN CERTIFICATE-----';

async function openHolder(
  folder: string,
  role: Role,
  issuer: Holder | null,
  clock: Clock,
  options: DemoAuthorityOptions,
): Promise<Holder> {
  const path = join(folder, `${role}.pem`);
  const existing = await readFile(path, 'utf8').catch(ignoreMissing);
  if (existing !== undefined) return readHolder(existing, role, issuer);
  const created = await makeHolder(role, issuer, clock, options);
  const pem = writePrivateKey(created.privateKey) + new X509Certificate(created.certificate).toString();
  return (await writeOnce(path, pem, 0o600)) ? created : readHolder(await readFile(path, 'utf8'), role, issuer);
}

function readHolder(pem: string, role: Role, issuer: Holder | null): Holder {
  const privateKey = readPrivateKey(pem);
  const certificate = new X509Certificate(pem.slice(pem.indexOf(certificateMark)));
  const issuedBy = issuer ? new X509Certificate(issuer.certificate) : certificate;
  if (!certificate.checkPrivateKey(privateKey) || !certificate.verify(issuedBy.publicKey)) {
    throw new Error(`the ${role} key of the demo authority does not fit its certificate`);
  }
  return { privateKey, certificate: new Uint8Array(certificate.raw) };
}

async function makeHolder(
  role: Role,
  issuer: Holder | null,
  clock: Clock,
  { crlUrl, since }: DemoAuthorityOptions,
): Promise<Holder> {
  const { privateKey, publicKey } = generateKey();
  const from = (since ?? clock.now()).getTime();
  const names: Record<Role, string> = {
    root: `Radice di Fascicolo (${demoMark})`,
    issuing: `Firmatari di Fascicolo (${demoMark})`,
    seal: `Sigillo di Fascicolo (${demoMark})`,
    timestamping: `Marca temporale di Fascicolo (${demoMark})`,
  };
  const certificate = await issueCertificate({
    profile: role,
    subject: [
      { type: 'C', value: 'IT' },
      { type: 'O', value: 'Fascicolo' },
      { type: 'OU', value: demoMark },
      { type: 'CN', value: names[role] },
    ],
    publicKey,
    ...(issuer ? { issuer: issuer.certificate, issuerPublicKey: publicKeyOf(issuer.privateKey) } : {}),
    serial: randomSerial(),
    notBefore: new Date(from - backdating),
    notAfter: new Date(from + lifetimes[role]),
    ...(issuer && crlUrl ? { crlUrl: crlUrl(role === 'seal' ? 'issuing' : 'root') } : {}),
    algorithm: 'ECDSA-P256-SHA256',
    sign: (tbs) => signWith(issuer?.privateKey ?? privateKey, tbs),
  });
  return { privateKey, certificate };
}
