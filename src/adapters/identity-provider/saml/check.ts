/** `doctor` for SAML sign-in: keys, their expiry, and whether the provider still uses the configured certificates. */
import { X509Certificate } from 'node:crypto';
import type { Clock } from '#ports/clock.ts';
import type { Finding } from '#ports/finding.ts';
import { readCertificates, SettingFileWrong } from '../../setting-file.ts';
import { readKey, type SamlFiles } from './files.ts';
import { attribute, descendants, parseXml, type XmlElement } from './strict-xml.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds for the provider's metadata. */
const TIME_LIMIT = 4_000;
/** Characters; federations publish far more, a single provider some thousand. */
const LONGEST = 1 << 20;
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const finding = (name: string, level: Finding['level'], text: string): Finding => ({ name, level, text });
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function ends(name: string, certificate: X509Certificate, now: Date): Finding | null {
  const until = certificate.validToDate;
  if (until <= now) {
    return finding(
      name,
      'warning',
      `The certificate ${certificate.subject} ended on ${dayOf(until)}: replace it, providers refuse it sooner or later.`,
    );
  }
  if (until.getTime() - now.getTime() < SOON_DAYS * DAY) {
    return finding(
      name,
      'warning',
      `The certificate ${certificate.subject} ends on ${dayOf(until)}: add the next one to the file now.`,
    );
  }
  return null;
}

async function checkOwn({ product }: SamlFiles, now: Date): Promise<Finding[]> {
  const key = readKey(product.key);
  if (product.previousKey !== null) readKey(product.previousKey, 'SAML_PREVIOUS_KEY');
  const [own, ...next] = await readCertificates('SAML_CERTIFICATES', product.certificates);
  if (own === undefined || !own.checkPrivateKey(key)) {
    const text = 'The first certificate is not that of SAML_KEY: put the certificate of the key first in the file.';
    return [finding('SAML_CERTIFICATES', 'failure', text)];
  }
  const late = [own, ...next].map((one) => ends('SAML_CERTIFICATES', one, now)).filter((one) => one !== null);
  return late.length > 0
    ? late
    : [finding('SAML_KEY', 'ok', `Key and certificate belong together, until ${dayOf(own.validToDate)}.`)];
}

/** @throws Error with a message for the reader of `doctor`. */
async function fetchMetadata(url: string): Promise<XmlElement> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT), redirect: 'error' });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`answered ${answer.status}`);
  }
  const text = await answer.text();
  if (text.length > LONGEST) throw new Error('answered more than one provider says of itself');
  // Providers put comments into their metadata; accept them here, since the metadata is only compared and never
  // trusted.
  return parseXml(
    text
      .replace(/^\uFEFF/, '')
      .trim()
      .replace(/<!--.*?-->/gs, ''),
  );
}

/** The provider's own entity in the metadata. */
function findEntity(root: XmlElement, entityId: string): XmlElement | null {
  const entities = [root, ...descendants(root, 'EntityDescriptor', METADATA)];
  const isIt = (one: XmlElement) => one.localName === 'EntityDescriptor' && attribute(one, 'entityID') === entityId;
  return entities.find(isIt) ?? null;
}

/** Compares the provider's address for responses to its logout requests with the one we would use. */
function compareLogout(entity: XmlElement, { provider }: SamlFiles): Finding[] {
  const service = descendants(entity, 'IDPSSODescriptor', METADATA)
    .flatMap((role) => descendants(role, 'SingleLogoutService', METADATA))
    .find((one) => attribute(one, 'Binding') === REDIRECT);
  const location = service === undefined ? null : attribute(service, 'Location');
  if (service === undefined || location === null || provider.logoutUrl === null) return [];
  const wanted = attribute(service, 'ResponseLocation') ?? location;
  if ((provider.logoutResponseUrl ?? provider.logoutUrl) === wanted) return [];
  const text = `The provider wants answers about the end of sessions at ${wanted}: set that address.`;
  return [finding('SAML_IDP_LOGOUT_RESPONSE_URL', 'failure', text)];
}

/** The provider's signing certificates according to its metadata. */
function signingCertificates(entity: XmlElement): X509Certificate[] {
  const keys = descendants(entity, 'IDPSSODescriptor', METADATA)
    .flatMap((role) => descendants(role, 'KeyDescriptor', METADATA))
    .filter((one) => attribute(one, 'use') !== 'encryption');
  return keys
    .flatMap((one) => descendants(one, 'X509Certificate'))
    .map((one) => new X509Certificate(Buffer.from(one.textContent ?? '', 'base64')));
}

function compareKeys(known: readonly X509Certificate[], told: readonly X509Certificate[], path: string): Finding {
  const name = 'SAML_IDP_CERTIFICATES';
  const isKnown = (one: X509Certificate) => known.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256);
  const missing = told.filter((one) => !isKnown(one));
  if (told.length === 0) return finding(name, 'warning', 'The provider names no certificate that it signs with.');
  if (missing.length === told.length) {
    return finding(
      name,
      'failure',
      `The provider signs with a certificate that ${path} does not hold: nobody can sign in. Add ${missing.map(({ fingerprint256 }) => fingerprint256).join(', ')} after comparing the fingerprint with the provider’s people.`,
    );
  }
  if (missing.length > 0) {
    return finding(
      name,
      'warning',
      `The provider announces another certificate (${missing.map(({ fingerprint256 }) => fingerprint256).join(', ')}): add it to ${path} before it is used.`,
    );
  }
  return finding(name, 'ok', 'The provider signs with certificates that are known here.');
}

async function checkProvider(files: SamlFiles, now: Date): Promise<Finding[]> {
  const { provider } = files;
  const known = await readCertificates('SAML_IDP_CERTIFICATES', provider.certificates);
  const late = known.map((one) => ends('SAML_IDP_CERTIFICATES', one, now)).filter((one) => one !== null);
  if (provider.metadataUrl === null) {
    const text = `${known.length} certificates of the provider are known; without SAML_IDP_METADATA_URL nobody compares them.`;
    return [...late, finding('SAML_IDP_METADATA_URL', 'warning', text)];
  }
  const name = 'SAML_IDP_METADATA_URL';
  try {
    const told = findEntity(await fetchMetadata(provider.metadataUrl), provider.entityId);
    if (told === null) {
      const text = `The provider at ${provider.metadataUrl} is not called ${provider.entityId}: correct SAML_IDP_ENTITY_ID.`;
      return [...late, finding('SAML_IDP_ENTITY_ID', 'failure', text)];
    }
    const keys = compareKeys(known, signingCertificates(told), provider.certificates);
    return [...late, keys, ...compareLogout(told, files)];
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    const text = `What the provider says of itself cannot be read at ${provider.metadataUrl} (${cause}): check address and network.`;
    return [...late, finding(name, 'failure', text)];
  }
}

/** Fetches the provider's metadata within five seconds; changes nothing and signs no user in. */
export async function checkSaml(files: SamlFiles, clock: Clock): Promise<Finding[]> {
  const now = clock.now();
  const parts = [checkOwn(files, now), checkProvider(files, now)].map((part) =>
    part.catch((error: unknown) => {
      if (!(error instanceof SettingFileWrong)) throw error;
      const text = error.reason;
      return [finding(error.setting, 'failure', `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)];
    }),
  );
  return (await Promise.all(parts)).flat();
}
