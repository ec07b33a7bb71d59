/** `doctor` on keys and certificates of SAML: wrong ones, expired ones, and those that the provider no longer uses. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '#test/clock.ts';
import { inEnglish } from '#test/finding-lines.ts';
import { checkSaml } from './check-saml.ts';
import { makePair } from './provider.suite.ts';
import { readSamlFiles, type SamlFiles } from './saml-files.ts';

type Pair = Awaited<ReturnType<typeof makePair>>;

let folder = '';
let server: Server;
let told = '';
let own: Pair;
let provider: Pair;
let next: Pair;
const clock = testClock();

const metadata = (entityId: string, ...pairs: Pair[]): string =>
  `<?xml version="1.0"?>\n<!-- ours --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"><md:IDPSSODescriptor>${pairs.map(({ certificate }) => `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join('')}</md:IDPSSODescriptor></md:EntityDescriptor>`;

beforeAll(async () => {
  [own, provider, next] = await Promise.all([makePair(), makePair(), makePair()]);
  folder = await mkdtemp(join(tmpdir(), 'saml-check-'));
  await writeFile(join(folder, 'own.pem'), own.certificate);
  await writeFile(join(folder, 'provider.pem'), provider.certificate);
  await writeFile(join(folder, 'empty.pem'), 'niente');
  server = createServer((_request, response) => (told === '' ? response.writeHead(503).end() : response.end(told)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const files = (more: { provider?: object; product?: object } = {}): SamlFiles => ({
  provider: {
    entityId: 'https://idp.example/entity',
    signInUrl: 'https://idp.example/sso',
    logoutUrl: null,
    certificates: join(folder, 'provider.pem'),
    metadataUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...more.provider,
  },
  product: {
    entityId: 'https://portale.example/sso/saml/metadata',
    callbackUrl: 'https://portale.example/sso/saml',
    logoutUrl: 'https://portale.example/sso/saml/logout',
    key: own.key,
    previousKey: null,
    certificates: join(folder, 'own.pem'),
    ...more.product,
  },
  mapping: { subject: null, email: ['mail'], emailVerified: null, phone: null },
  clockTolerance: 60,
});
const findings = async (more?: { provider?: object; product?: object }) =>
  inEnglish(await checkSaml(files(more), clock)).map(({ name, level }) => `${name} ${level}`);

describe('the check of SAML', () => {
  it('succeeds when the provider signs with a known key', async () => {
    told = metadata('https://idp.example/entity', provider);
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_CERTIFICATES ok']);
  });

  it('reports a key that the provider has retired, and one that it announces', async () => {
    told = metadata('https://idp.example/entity', next);
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_CERTIFICATES failure']);
    const [, old] = inEnglish(await checkSaml(files(), clock));
    expect(old?.text).toContain('nobody can sign in');
    told = metadata('https://idp.example/entity', provider, next);
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_CERTIFICATES warning']);
  });

  it('reports a provider with another name, one that is down, and one with an invalid response', async () => {
    told = metadata('https://other.example', provider);
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_ENTITY_ID failure']);
    told = '';
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_METADATA_URL failure']);
    told = '<html><br></html>';
    expect(await findings()).toEqual(['SAML_KEY ok', 'SAML_IDP_METADATA_URL failure']);
    expect(await findings({ provider: { metadataUrl: null } })).toEqual([
      'SAML_KEY ok',
      'SAML_IDP_METADATA_URL warning',
    ]);
  });

  it('reports files that are missing, empty, or of another key', async () => {
    told = metadata('https://idp.example/entity', provider);
    const missing = await findings({ provider: { certificates: join(folder, 'none.pem') } });
    expect(missing).toEqual(['SAML_KEY ok', 'SAML_IDP_CERTIFICATES failure']);
    const empty = await findings({ product: { certificates: join(folder, 'empty.pem') } });
    expect(empty).toEqual(['SAML_CERTIFICATES failure', 'SAML_IDP_CERTIFICATES ok']);
    expect(await findings({ product: { key: next.key } })).toEqual([
      'SAML_CERTIFICATES failure',
      'SAML_IDP_CERTIFICATES ok',
    ]);
    expect(await findings({ product: { previousKey: 'niente' } })).toEqual([
      'SAML_PREVIOUS_KEY failure',
      'SAML_IDP_CERTIFICATES ok',
    ]);
    expect(await findings({ product: { key: 'niente' } })).toEqual(['SAML_KEY failure', 'SAML_IDP_CERTIFICATES ok']);
  });

  it('reports the provider’s URL for logout responses', async () => {
    const [location, elsewhere] = ['https://idp.example/slo', 'https://idp.example/slo/return'];
    const service = (more: string) =>
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"${more}/></md:IDPSSODescriptor>`;
    const tell = (more: string) => {
      told = metadata('https://idp.example/entity', provider).replace('</md:IDPSSODescriptor>', service(more));
    };
    const wrong = ['SAML_KEY ok', 'SAML_IDP_CERTIFICATES ok', 'SAML_IDP_LOGOUT_RESPONSE_URL failure'];
    tell(` ResponseLocation="${elsewhere}"`);
    expect(await findings({ provider: { logoutUrl: location } })).toEqual(wrong);
    const both = { logoutUrl: location, logoutResponseUrl: elsewhere };
    expect(await findings({ provider: both })).toEqual(wrong.slice(0, 2));
    tell('');
    expect(await findings({ provider: both })).toEqual(wrong);
    expect(await findings({ provider: { logoutUrl: location } })).toEqual(wrong.slice(0, 2));
  });

  it('reports when certificates expire', async () => {
    told = metadata('https://idp.example/entity', provider);
    const late = testClock(new Date('2045-12-20T00:00:00Z'));
    const levels = async (at: typeof late) => (await checkSaml(files(), at)).map(({ level }) => level);
    expect(await levels(late)).toEqual(['warning', 'warning', 'ok']);
    const over = inEnglish(await checkSaml(files(), testClock(new Date('2047-01-01T00:00:00Z'))));
    expect(over[0]?.text).toContain('ended on 2046-01-01');
  });
});

describe('the files of SAML', () => {
  it('are read at the start, the provider’s certificates at each response', async () => {
    const settings = await readSamlFiles(files(), clock);
    expect(await settings.provider.certificates()).toHaveLength(1);
    await writeFile(join(folder, 'provider.pem'), provider.certificate + next.certificate);
    expect(await settings.provider.certificates()).toHaveLength(2);
    await writeFile(join(folder, 'provider.pem'), provider.certificate);
  });

  it('prevent the start if sign-in would be impossible', async () => {
    await expect(readSamlFiles(files({ product: { key: next.key } }), clock)).rejects.toThrow(
      /SAML_CERTIFICATES: .*not that of SAML_KEY/,
    );
    const none = { provider: { certificates: join(folder, 'none.pem') } };
    await expect(readSamlFiles(files(none), clock)).rejects.toThrow(/SAML_IDP_CERTIFICATES: .*no such file/);
  });
});
