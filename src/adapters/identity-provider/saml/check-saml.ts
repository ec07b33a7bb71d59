/** `doctor` for SAML sign-in: keys, their expiry, and whether the provider still uses the configured certificates. */
import { X509Certificate } from 'node:crypto';
import type { Clock } from '#ports/clock.ts';
import { dayOf, type Finding, failure, ok, sentences, warning } from '#ports/finding.ts';
import { InvalidSettingFile, keyMatches, readCertificates } from '../../setting-file.ts';
import { OTHER_KEY, readKey, type SamlFiles } from './saml-files.ts';
import { attribute, descendants, parseXml, type XmlElement } from './strict-xml.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds for the provider's metadata. */
const TIME_LIMIT = 4_000;
/** Characters; federations publish far more, a single provider some thousand. */
const MAX_CHARACTERS = 1 << 20;
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function ends(name: string, certificate: X509Certificate, now: Date): Finding | null {
  const { subject, validToDate: validUntil } = certificate;
  const day = dayOf(validUntil);
  if (validUntil <= now) {
    return warning(name, {
      it: `Il certificato ${subject} è scaduto il ${day}: sostituiscilo, prima o poi i provider lo rifiutano.`,
      en: `The certificate ${subject} ended on ${day}: replace it, providers refuse it sooner or later.`,
    });
  }
  if (validUntil.getTime() - now.getTime() < SOON_DAYS * DAY) {
    return warning(name, {
      it: `Il certificato ${subject} scade il ${day}: aggiungi subito il prossimo al file.`,
      en: `The certificate ${subject} ends on ${day}: add the next one to the file now.`,
    });
  }
  return null;
}

async function checkOwn({ product }: SamlFiles, now: Date): Promise<Finding[]> {
  const key = readKey(product.key);
  if (product.previousKey !== null) readKey(product.previousKey, 'SAML_PREVIOUS_KEY');
  const [current, ...upcoming] = await readCertificates('SAML_CERTIFICATES', product.certificates);
  if (current === undefined || !current.checkPrivateKey(key)) {
    return [
      failure(
        'SAML_CERTIFICATES',
        sentences({
          it: `${OTHER_KEY.it}: metti per primo nel file il certificato della chiave`,
          en: `${OTHER_KEY.en}: put the certificate of the key first in the file`,
        }),
      ),
    ];
  }
  const late = [current, ...upcoming].map((cert) => ends('SAML_CERTIFICATES', cert, now)).filter((one) => one !== null);
  return late.length > 0 ? late : [ok('SAML_KEY', keyMatches(dayOf(current.validToDate)))];
}

async function fetchMetadata(url: string): Promise<XmlElement> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT), redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const text = await response.text();
  if (text.length > MAX_CHARACTERS) throw new Error('the answer is too long for the metadata of one provider');
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
  const isEntity = (one: XmlElement) => one.localName === 'EntityDescriptor' && attribute(one, 'entityID') === entityId;
  return entities.find(isEntity) ?? null;
}

/** Compares the provider's address for responses to its logout requests with the one we would use. */
function compareLogout(entity: XmlElement, { provider }: SamlFiles): Finding[] {
  const service = descendants(entity, 'IDPSSODescriptor', METADATA)
    .flatMap((role) => descendants(role, 'SingleLogoutService', METADATA))
    .find((element) => attribute(element, 'Binding') === REDIRECT);
  const location = service === undefined ? null : attribute(service, 'Location');
  if (service === undefined || location === null || provider.logoutUrl === null) return [];
  const expected = attribute(service, 'ResponseLocation') ?? location;
  if ((provider.logoutResponseUrl ?? provider.logoutUrl) === expected) return [];
  return [
    failure('SAML_IDP_LOGOUT_RESPONSE_URL', {
      it: `Il provider vuole le risposte sulla fine delle sessioni a ${expected}: imposta quell’indirizzo.`,
      en: `The provider wants answers about the end of sessions at ${expected}: set that address.`,
    }),
  ];
}

/** The provider's signing certificates according to its metadata. */
function signingCertificates(entity: XmlElement): X509Certificate[] {
  const keys = descendants(entity, 'IDPSSODescriptor', METADATA)
    .flatMap((role) => descendants(role, 'KeyDescriptor', METADATA))
    .filter((element) => attribute(element, 'use') !== 'encryption');
  return keys
    .flatMap((element) => descendants(element, 'X509Certificate'))
    .map((element) => new X509Certificate(Buffer.from(element.textContent ?? '', 'base64')));
}

function compareKeys(known: readonly X509Certificate[], published: readonly X509Certificate[], path: string): Finding {
  const name = 'SAML_IDP_CERTIFICATES';
  const isKnown = (cert: X509Certificate) => known.some(({ fingerprint256 }) => fingerprint256 === cert.fingerprint256);
  const missing = published.filter((certificate) => !isKnown(certificate));
  const prints = missing.map(({ fingerprint256 }) => fingerprint256).join(', ');
  if (published.length === 0) {
    return warning(name, {
      it: 'Il provider non indica nessun certificato con cui firma.',
      en: 'The provider names no certificate that it signs with.',
    });
  }
  if (missing.length === published.length) {
    return failure(name, {
      it: `Il provider firma con un certificato che ${path} non contiene: nessuno può accedere. Aggiungi ${prints} dopo aver confrontato l’impronta con chi gestisce il provider.`,
      en: `The provider signs with a certificate that ${path} does not hold: nobody can sign in. Add ${prints} after comparing the fingerprint with the provider’s people.`,
    });
  }
  if (missing.length > 0) {
    return warning(name, {
      it: `Il provider annuncia un altro certificato (${prints}): aggiungilo a ${path} prima che entri in uso.`,
      en: `The provider announces another certificate (${prints}): add it to ${path} before it is used.`,
    });
  }
  return ok(name, {
    it: 'Il provider firma con certificati che qui sono noti.',
    en: 'The provider signs with certificates that are known here.',
  });
}

async function checkProvider(files: SamlFiles, now: Date): Promise<Finding[]> {
  const { provider } = files;
  const name = 'SAML_IDP_METADATA_URL';
  const configured = await readCertificates('SAML_IDP_CERTIFICATES', provider.certificates);
  const expiryFindings = configured.map((one) => ends('SAML_IDP_CERTIFICATES', one, now)).filter((one) => one !== null);
  if (provider.metadataUrl === null) {
    const uncompared = warning(name, {
      it: `Del provider sono noti ${configured.length} certificati; senza SAML_IDP_METADATA_URL non si confrontano.`,
      en: `${configured.length} certificates of the provider are known; without SAML_IDP_METADATA_URL they are not compared.`,
    });
    return [...expiryFindings, uncompared];
  }
  try {
    const entity = findEntity(await fetchMetadata(provider.metadataUrl), provider.entityId);
    if (entity === null) {
      const otherEntity = failure('SAML_IDP_ENTITY_ID', {
        it: `Il provider a ${provider.metadataUrl} non si identifica come ${provider.entityId}: correggi SAML_IDP_ENTITY_ID.`,
        en: `The provider at ${provider.metadataUrl} is not called ${provider.entityId}: correct SAML_IDP_ENTITY_ID.`,
      });
      return [...expiryFindings, otherEntity];
    }
    const keys = compareKeys(configured, signingCertificates(entity), provider.certificates);
    return [...expiryFindings, keys, ...compareLogout(entity, files)];
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    const unread = failure(name, {
      it: `I metadati del provider non si leggono a ${provider.metadataUrl} (${cause}): controlla indirizzo e rete.`,
      en: `The provider’s metadata cannot be read at ${provider.metadataUrl} (${cause}): check address and network.`,
    });
    return [...expiryFindings, unread];
  }
}

/** Fetches the provider's metadata within five seconds; changes nothing and signs no user in. */
export async function checkSaml(files: SamlFiles, clock: Clock): Promise<Finding[]> {
  const now = clock.now();
  const parts = [checkOwn(files, now), checkProvider(files, now)].map((part) =>
    part.catch((error: unknown) => {
      if (!(error instanceof InvalidSettingFile)) throw error;
      return [failure(error.setting, sentences(error.reason))];
    }),
  );
  return (await Promise.all(parts)).flat();
}
