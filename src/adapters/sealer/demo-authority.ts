/** The demo's own certificate authority, seal and timestamp authority: keys made at the first start, of no legal value. */

import { createHash, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toHex } from '#formats/der.ts';
import { issueCertificate, type NameAttribute } from '#formats/x509-issue.ts';
import type { Clock } from '#ports/clock.ts';
import type { CertificateAuthority, OneUseKey, Sealer, SignerIdentity } from '#ports/sealer.ts';
import type { TimestampAuthority } from '#ports/timestamp.ts';
import { inProcessTimestampAuthority } from '../timestamp/in-process.ts';
import {
  generateKey,
  publicKeyOf,
  randomSerial,
  readPrivateKey,
  signingKeyOf,
  signWith,
  writePrivateKey,
} from './node-key.ts';

/** Stands in every subject, so that no one takes a demo certificate for a real one. */
export const demoMark = 'DEMO senza valore';

const day = 24 * 60 * 60 * 1000;
const lifetimes = { root: 20 * 365 * day, issuing: 10 * 365 * day, seal: 5 * 365 * day, timestamping: 10 * 365 * day };

/** A signer's certificate serves one act: its key is destroyed within seconds, its validity ends the next day. */
const signerLifetime = day;

/** Room for clocks that run behind when a certificate is checked at once. */
const backdating = 5 * 60 * 1000;

type Role = 'root' | 'issuing' | 'seal' | 'timestamping';

interface Holder {
  readonly privateKey: KeyObject;
  readonly certificate: Uint8Array;
}

export interface DemoAuthority {
  readonly authority: CertificateAuthority;
  readonly sealer: Sealer;
  readonly timestamp: TimestampAuthority;
}

/**
 * Opens the authority kept in a folder, or makes it: root, issuing authority, seal and timestamp authority, each a file
 * of mode 0600 written at once or not at all. Also writes `anchors.pem`, the public roots.
 * @throws Error when a file is damaged or a certificate does not belong to its key.
 */
export async function openDemoAuthority(folder: string, clock: Clock): Promise<DemoAuthority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const root = await openHolder(folder, 'root', null, clock);
  const issuing = await openHolder(folder, 'issuing', root, clock);
  const seal = await openHolder(folder, 'seal', issuing, clock);
  const timestamping = await openHolder(folder, 'timestamping', root, clock);
  await replaceFile(join(folder, 'anchors.pem'), new X509Certificate(root.certificate).toString(), 0o644);

  const chain = [issuing.certificate, root.certificate];
  const sealingKey = signingKeyOf(seal.privateKey, seal.certificate, chain);
  return {
    authority: {
      issueSignerKey: (identity, at) => issueSignerKey(identity, at, issuing, chain),
      anchors: async () => [root.certificate],
    },
    sealer: { sealingKey: async () => sealingKey },
    timestamp: inProcessTimestampAuthority(signingKeyOf(timestamping.privateKey, timestamping.certificate, []), clock),
  };
}

async function issueSignerKey(
  identity: SignerIdentity,
  at: Date,
  issuing: Holder,
  chain: readonly Uint8Array[],
): Promise<OneUseKey> {
  const pair = generateKey();
  let held: KeyObject | null = pair.privateKey;
  const serial = randomSerial();
  const certificate = await issueCertificate({
    profile: 'signer',
    subject: signerSubject(identity),
    publicKey: pair.publicKey,
    issuer: issuing.certificate,
    issuerPublicKey: publicKeyOf(issuing.privateKey),
    serial,
    notBefore: new Date(at.getTime() - backdating),
    notAfter: new Date(at.getTime() + signerLifetime),
    algorithm: 'ECDSA-P256-SHA256',
    sign: (tbs) => signWith(issuing.privateKey, tbs),
  });
  return {
    certificate,
    chain,
    algorithm: 'ECDSA-P256-SHA256',
    serial: toHex(serial),
    async sign(data) {
      if (!held) throw new Error('the key of this act was destroyed');
      return signWith(held, data);
    },
    destroy() {
      held = null;
    },
  };
}

/** EN 319 412-2 §4.2.4; the act's identifier stands where a personal code usually would. */
function signerSubject(identity: SignerIdentity): NameAttribute[] {
  return [
    { type: 'C', value: 'IT' },
    { type: 'O', value: identity.organization },
    { type: 'OU', value: demoMark },
    { type: 'SN', value: identity.surname },
    { type: 'GN', value: identity.givenName },
    { type: 'serialNumber', value: printableAct(identity.actId) },
    { type: 'CN', value: identity.commonName },
  ].filter(({ value }) => value !== '') as NameAttribute[];
}

/** The act's identifier in the alphabet and length of a subject's serialNumber; a long one is replaced by its hash. */
function printableAct(actId: string): string {
  const printable = actId.replace(/[^A-Za-z0-9 '()+,\-./:=?]/g, '-');
  return printable.length <= 64 ? printable : createHash('sha256').update(actId).digest('hex');
}

async function openHolder(folder: string, role: Role, issuer: Holder | null, clock: Clock): Promise<Holder> {
  const path = join(folder, `${role}.pem`);
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing !== null) return readHolder(existing, role, issuer);
  const made = await makeHolder(role, issuer, clock);
  const pem = writePrivateKey(made.privateKey) + new X509Certificate(made.certificate).toString();
  return (await writeOnce(path, pem, 0o600)) ? made : readHolder(await readFile(path, 'utf8'), role, issuer);
}

function readHolder(pem: string, role: Role, issuer: Holder | null): Holder {
  const privateKey = readPrivateKey(pem);
  const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')));
  const issuedBy = issuer ? new X509Certificate(issuer.certificate) : certificate;
  if (!certificate.checkPrivateKey(privateKey) || !certificate.verify(issuedBy.publicKey)) {
    throw new Error(`the ${role} key of the demo authority does not fit its certificate`);
  }
  return { privateKey, certificate: new Uint8Array(certificate.raw) };
}

async function makeHolder(role: Role, issuer: Holder | null, clock: Clock): Promise<Holder> {
  const { privateKey, publicKey } = generateKey();
  const now = clock.now().getTime();
  const names: Record<Role, string> = {
    root: `Fascicolo ${demoMark} Root`,
    issuing: `Fascicolo ${demoMark} Firmatari`,
    seal: `Fascicolo ${demoMark} Sigillo`,
    timestamping: `Fascicolo ${demoMark} Marca temporale`,
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
    notBefore: new Date(now - backdating),
    notAfter: new Date(now + lifetimes[role]),
    algorithm: 'ECDSA-P256-SHA256',
    sign: (tbs) => signWith(issuer?.privateKey ?? privateKey, tbs),
  });
  return { privateKey, certificate };
}

/** Writes a whole, flushed file unless it is there. @returns false when another process was first. */
async function writeOnce(path: string, text: string, mode: number): Promise<boolean> {
  const temporary = await writeTemporary(path, text, mode);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await rename(await writeTemporary(path, text, mode), path);
}

async function writeTemporary(path: string, text: string, mode: number): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}
