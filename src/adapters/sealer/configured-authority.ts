/** Seal and issuing authority with configured keys, in place of the demo's own. */
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Message } from '#domain/errors.ts';
import { checkPath, findPath, type PathFault } from '#formats/certificate-path.ts';
import { crlToDer, isIssuedBy, type RevocationList, readCrl } from '#formats/crl.ts';
import { sameBytes } from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { reasonOf } from '#ports/explained-error.ts';
import { type CertificateAuthority, KeyUnavailable, type PublishedAuthority, type SigningKey } from '#ports/sealer.ts';
import { type Issuer, issueSignerKey, revocationListOf } from './certificate-issuer.ts';
import { ConfiguredKeyRefused } from './configured-key.ts';

const FAULTS: Readonly<Record<PathFault, string>> = {
  expired: 'scaduto',
  notYetValid: 'non ancora valido',
  constraints: 'non previsto per questo uso',
};

const lastOf = (chain: readonly Uint8Array[]): readonly Uint8Array[] => chain.slice(-1);

/**
 * Issues signers' certificates and its own revocation list with a configured key.
 * @param mark the statement that signers' subjects must carry about the certificate's value; null:
 * none. @throws ConfiguredKeyRefused when its certificates would not be accepted.
 */
export async function openAuthority(key: SigningKey, mark: string | null, now: Date): Promise<CertificateAuthority> {
  const publicKey = new X509Certificate(key.certificate).publicKey.export({ type: 'spki', format: 'der' });
  const issuer: Issuer = { ...key, publicKey: new Uint8Array(publicKey) };
  const chain = [key.certificate, ...key.chain];
  const anchors = key.chain.length === 0 ? [key.certificate] : lastOf(key.chain);
  const list = revocationListOf(issuer);
  const authority: CertificateAuthority = {
    issueSignerKey: (identity, at) => issueSignerKey(identity, at, issuer, chain, mark),
    anchors: async () => anchors,
    timestampAnchors: async () => [],
    published: async (at) => [{ name: 'issuing', certificate: key.certificate, crl: await list([], at) }],
  };
  const identity = { commonName: 'Prova', givenName: '', surname: '', organization: 'Prova', actId: 'PROVA' };
  const trialKey = await authority.issueSignerKey(identity, now);
  trialKey.destroy();
  const path = await findPath(trialKey.certificate, chain, anchors);
  const fault = path && checkPath(path, now, 'signing');
  if (path === null || fault !== null) {
    throw new ConfiguredKeyRefused({
      it: `non può emettere certificati: ${fault ? FAULTS[fault] : 'nessun percorso fino alla radice'}`,
      en: `it may not issue certificates: ${fault ?? 'no path'}`,
    });
  }
  const [publishedOwn] = await authority.published(now);
  if (publishedOwn === undefined || !(await isIssuedBy(readCrl(publishedOwn.crl), readCertificate(key.certificate)))) {
    throw new ConfiguredKeyRefused({
      it: 'non può firmare liste di revoca (keyUsage cRLSign)',
      en: 'it may not sign revocation lists (keyUsage cRLSign)',
    });
  }
  return authority;
}

/** @throws ConfiguredKeyRefused unless the key may seal at this time. */
export async function checkSeal(key: SigningKey, now: Date): Promise<void> {
  const path = await findPath(key.certificate, key.chain, lastOf(key.chain));
  if (path === null || key.chain.length === 0)
    throw new ConfiguredKeyRefused({
      it: 'il suo certificato è la radice di sé stesso',
      en: 'its certificate is its own root',
    });
  const fault = checkPath(path, now, 'signing');
  if (fault !== null)
    throw new ConfiguredKeyRefused({
      it: `il suo certificato ora non può sigillare: ${FAULTS[fault]}`,
      en: `its certificate may not seal now: ${fault}`,
    });
}

/** Revocation lists from files: for authorities whose key this installation does not have, such as an offline root. */
export interface ConfiguredLists {
  /**
   * @returns each authority with a list that is valid at this instant. @throws KeyUnavailable naming the file that is
   * not.
   */
  published(at: Date): Promise<readonly PublishedAuthority[]>;
}

interface ReadList {
  readonly version: string;
  readonly der: Uint8Array;
  readonly list: RevocationList;
}

/**
 * @param authorities DER of the certificates that may have issued the lists. @param root the certificate to publish
 * under the name `root`, if any.
 */
export function openLists(
  files: readonly string[],
  authorities: readonly Uint8Array[],
  root: Uint8Array | null,
): ConfiguredLists {
  const cache = new Map<string, ReadList>();
  const read = async (path: string): Promise<ReadList> => {
    const { mtimeMs, size, ino } = await stat(path);
    const version = `${ino}-${mtimeMs}-${size}`;
    const cached = cache.get(path);
    if (cached?.version === version) return cached;
    const der = crlToDer(await readFile(path));
    const fresh = { version, der, list: readCrl(der) };
    cache.set(path, fresh);
    return fresh;
  };
  const publishedIn = async (path: string, at: Date): Promise<PublishedAuthority> => {
    const unavailable = ({ it, en }: Message) => new KeyUnavailable({ it: `${path}: ${it}`, en: `${path}: ${en}` });
    const { der, list } = await read(path).catch((error: Error) => {
      throw unavailable(reasonOf(error));
    });
    if (list.nextUpdate === null || list.nextUpdate < at)
      throw unavailable({ it: 'la lista di revoca è scaduta', en: 'the revocation list has run out' });
    for (const certificate of authorities) {
      if (!(await isIssuedBy(list, readCertificate(certificate)))) continue;
      return { name: root !== null && sameBytes(certificate, root) ? 'root' : null, certificate, crl: der };
    }
    throw unavailable({
      it: 'la lista di revoca è di un’altra autorità',
      en: 'the revocation list is of another authority',
    });
  };
  return { published: (at) => Promise.all(files.map((path) => publishedIn(path, at))) };
}

/**
 * Checks that files made with these keys can be verified offline, and that no certificate is revoked.
 * @throws ConfiguredKeyRefused naming what is missing.
 */
export async function checkLists(keys: readonly SigningKey[], published: readonly PublishedAuthority[]): Promise<void> {
  for (const { certificate, chain } of keys) {
    for (const [index, der] of [certificate, ...chain].slice(0, -1).entries()) {
      const { extensions, serial, subject } = readCertificate(der);
      if (extensions.has(oid.noRevocationAvailable) || extensions.has(oid.validityAssuredShortTerm)) continue;
      const issuer = chain[index];
      const own = published.filter((authority) => issuer !== undefined && sameBytes(authority.certificate, issuer));
      const name = Buffer.from(subject)
        .toString('latin1')
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim();
      if (own.length === 0)
        throw new ConfiguredKeyRefused({
          it: `nessuna lista di revoca riguarda ${name} (AUTHORITY_CRL_FILES)`,
          en: `no revocation list covers ${name} (AUTHORITY_CRL_FILES)`,
        });
      const number = Buffer.from(serial).toString('hex');
      if (own.some(({ crl }) => readCrl(crl).revoked.has(number)))
        throw new ConfiguredKeyRefused({ it: `revocato: ${name}`, en: `revoked: ${name}` });
    }
  }
}
