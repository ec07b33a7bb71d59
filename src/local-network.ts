/** `npm start -- --lan`: serves the demo on the local network over HTTPS, so that a real phone or tablet can scan and sign. */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { replaceFile } from '#adapters/sealer/atomic-file.ts';
import { issueCertificate } from '#formats/x509-issue.ts';
import type { Message } from './cli/terminal/language.ts';

/** Browsers refuse certificates valid for more than 398 days. */
const LIFETIME_DAYS = 365;
const RENEWED_BEFORE_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;
/** Tolerance for phone clocks. */
const BACKDATING = DAY;

export interface ServerCertificate {
  /** PEM */
  readonly cert: string;
  readonly key: string;
}

const isPrivate = (address: string): boolean =>
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(address);

/** The machine's first private IPv4 address on a network. @returns undefined when there is none. */
export function localAddress(
  interfaces: Record<string, NetworkInterfaceInfo[] | undefined> = networkInterfaces(),
): string | undefined {
  const all = Object.values(interfaces).flatMap((entries) => entries ?? []);
  return all.find(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))?.address;
}

/** Whether this machine has the address: the server cannot listen on any other. */
export const isOwnAddress = (address: string): boolean => {
  if (/^127\./.test(address)) return isIPv4(address);
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
};

/**
 * This installation's certificate for the address, with its key in one file (mode 0600): issued if there is none, or if
 * it is for another address or about to expire.
 */
export async function openLanCertificate(folder: string, address: string, at: Date): Promise<ServerCertificate> {
  const path = join(folder, 'lan.pem');
  const existing = readPair(await readFile(path, 'utf8').catch(() => ''));
  if (existing !== undefined && isUsable(existing, address, at)) return existing;
  const created = await makePair(address, at);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(path, `${created.key}${created.cert}`, 0o600);
  return created;
}

function readPair(text: string): ServerCertificate | undefined {
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/.exec(text) ?? [];
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/.exec(text) ?? [];
  return key === undefined || cert === undefined ? undefined : { key, cert };
}

function isUsable({ cert }: ServerCertificate, address: string, at: Date): boolean {
  const { validFromDate, validToDate, subjectAltName } = new X509Certificate(cert);
  const remaining = validToDate.getTime() - at.getTime();
  return validFromDate <= at && remaining > RENEWED_BEFORE_DAYS * DAY && subjectAltName === `IP Address:${address}`;
}

async function makePair(address: string, at: Date): Promise<ServerCertificate> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await issueCertificate({
    profile: 'server',
    subject: [
      { type: 'O', value: 'DEMO senza valore' },
      { type: 'CN', value: `Fascicolo ${address}` },
    ],
    publicKey: new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' })),
    serial: Uint8Array.of(0x5a, ...randomBytes(15)),
    notBefore: new Date(at.getTime() - BACKDATING),
    notAfter: new Date(at.getTime() + LIFETIME_DAYS * DAY),
    addresses: [address],
    algorithm: 'ECDSA-P256-SHA256',
    sign: (tbs) => new Uint8Array(sign('sha256', tbs, pair.privateKey)),
  });
  const cert = new X509Certificate(certificate).toString();
  return { cert, key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** The product calls its own demo identity provider by its public address: only this process trusts the certificate. */
export function trustCertificate({ cert }: ServerCertificate): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

export const LAN_WARNING: Message = {
  it: `
  ATTENZIONE: la demo è aperta a tutta la rete locale. Chiunque vi si colleghi può entrare come qualunque persona della
  demo e leggerne i dati, che sono inventati. Usala solo in una rete di cui ti fidi, e mai con dati veri. Il certificato
  è di questa installazione: il telefono avvisa, e va accettato una volta. La posta demo si legge solo da questo computer.
`,
  en: `
  WARNING: the demo is open to the whole local network. Anyone who connects to it can come in as any persona of the demo
  and read its data, which are invented. Use it only in a network that you trust, and never with real data. The
  certificate is of this installation: the phone warns, and it has to be accepted once. The demo’s mail can be read on
  this computer only.
`,
};
