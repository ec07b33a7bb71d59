/** Starts and stops every system around an installation together, each a real process on loopback. */
// Real time: third-party programs judge the revocation lists of these keys.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import type { TestKey } from '#formats/test-keys.suite.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { makeRecipient } from '#test/backup-recipient.ts';
import { realNow } from '#test/clock.ts';
import { makeRoledDatabase, type RoledDatabase } from '#test/database-roles.ts';
import { ConsentRegisterHost } from '#test/hosts/consent-register-host.ts';
import { ownPort } from '#test/hosts/server-process.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { ToolsService } from '#test/hosts/tools-host.ts';
import { EXIM_USER, Exim } from '#test/mail/exim.ts';
import { POSTGRES_URL, type RunningCluster, startCluster } from '#test/postgres.ts';
import { makePki, makeToken, PIN, writeCertificates } from '#test/stages/operator-keys.ts';
import { type LemonLdap, startLemonLdap } from '#test/validators/sign-in/lemonldap.ts';
import { type ForeignPerson, type ForeignProvider, startSimpleSaml } from '#test/validators/sign-in/simplesamlphp.ts';
import { type Kannel, startKannel } from '#test/validators/sms/kannel.ts';
import { launch, stop, waitForPort } from '#test/validators/sms/process.ts';
import { CEPH_KEYS, CephGateway, KMS_KEY } from '#test/validators/storage/ceph.ts';
import { type EventReceiver, listenForEvents } from './events.ts';
import { openReverseProxy, type ReverseProxy } from './nginx.ts';
import { startTimestamps, type TimestampAuthorityProcess } from './timestamps.ts';

export const PEOPLE: readonly (ForeignPerson & { readonly role: 'admin' | 'second' | 'dealer' })[] = [
  { role: 'admin', uid: 'adele', password: 'parola-di-adele', mail: 'adele@example.it' },
  { role: 'second', uid: 'bruno', password: 'parola-di-bruno', mail: 'bruno@example.it' },
  { role: 'dealer', uid: 'dario', password: 'parola-di-dario', mail: 'dario@example.it' },
];
const FILES = 'documenti';
const HEADS = 'teste';

export interface Systems {
  readonly folder: string;
  readonly publicUrl: string;
  /** The port of the product, behind nginx. */
  readonly port: number;
  readonly database: RoledDatabase;
  readonly mail: Exim;
  readonly sms: SmsCentre;
  readonly bucket: CephGateway;
  readonly saml: ForeignProvider;
  readonly consents: ConsentRegisterHost;
  /** The dealer's DMS, which receives webhooks. */
  readonly dms: EventReceiver;
  readonly dmsUrl: string;
  /** Settings of the product, the secrets in files; sign-in by SAML. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same with sign-in by OpenID Connect. */
  readonly openIdSettings: Readonly<Record<string, string>>;
  /** Names of all objects in the bucket of files. */
  objects(): Promise<readonly string[]>;
  /** The running systems, as readable lines. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Closes in reverse order, even when one of them throws. */
class CloseStack {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add<T>(system: T, close: (system: T) => Promise<unknown>): T {
    this.#steps.push(() => close(system));
    return system;
  }

  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.toReversed()) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Not every system could be stopped');
  }
}

interface RunningSystems {
  readonly folder: string;
  readonly front: ReverseProxy;
  readonly database: RoledDatabase;
  readonly mail: Exim;
  readonly kannel: Kannel;
  readonly bucket: CephGateway;
  readonly saml: ForeignProvider;
  readonly tools: ToolsService;
  readonly consents: ConsentRegisterHost;
  readonly timestamps: readonly TimestampAuthorityProcess[];
}

const clientOf = ({ endpoint }: CephGateway): S3Client =>
  new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: CEPH_KEYS });

async function listFiles(bucket: CephGateway): Promise<readonly string[]> {
  const s3 = clientOf(bucket);
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: FILES }));
  s3.destroy();
  return Contents.map(({ Key = '' }) => Key);
}

async function makeBuckets(bucket: CephGateway): Promise<void> {
  const s3 = clientOf(bucket);
  await s3.send(new CreateBucketCommand({ Bucket: FILES }));
  await s3.send(new CreateBucketCommand({ Bucket: HEADS, ObjectLockEnabledForBucket: true }));
  s3.destroy();
}

/** The seal's key in a token, the key of the customers' certificates in a file, so that both kinds are tested. */
async function makeKeys(folder: string) {
  const pki = await makePki(folder, 'rete', { thisUpdate: realNow() });
  const token = await makeToken(folder);
  const certificates = (name: string, ...keys: TestKey[]) => writeCertificates(join(folder, `${name}.pem`), ...keys);
  return {
    SEAL_KEY: await token.put(pki.seal, '01'),
    SEAL_CERTIFICATES: await certificates('seal', pki.seal, pki.issuing, pki.root),
    ISSUING_KEY: await token.put(pki.issuing, '02'),
    ISSUING_CERTIFICATES: await certificates('issuing', pki.issuing, pki.root),
    AUTHORITY_CRL_FILES: pki.crlFile,
    SOFTHSM2_CONF: process.env.SOFTHSM2_CONF ?? '',
  };
}

/** @returns settings in which each secret is in a separate file, as `NAME_FILE`. */
async function inFiles(folder: string, secrets: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  await mkdir(folder, { mode: 0o700 });
  const entries = Object.entries(secrets).map(async ([name, value]) => {
    const path = join(folder, name.toLowerCase());
    await writeFile(path, `${value}\n`, { mode: 0o600 });
    return [`${name}_FILE`, path] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function settingsOf(running: RunningSystems, publicUrl: string, port: number): Promise<Record<string, string>> {
  const { folder, front, database, mail, kannel, bucket, saml, tools, consents, timestamps } = running;
  const own = await makePair();
  const [idp, sp] = [join(folder, 'idp.pem'), join(folder, 'sp.pem')];
  await writeFile(idp, await readFile(join(folder, 'idp-certificate'), 'utf8'));
  await writeFile(sp, own.certificate);
  const recipient = await makeRecipient(folder, 'direzione');
  const at = (name: string, path = ''): string => `https://localhost:${front.ports[name]}${path}`;
  const secrets = await inFiles(join(folder, 'secrets'), {
    DATABASE_URL: database.applicationUrl,
    MIGRATE_DATABASE_URL: database.ownerUrl,
    APP_SECRET: Buffer.alloc(32, 'prova').toString('base64'),
    TOOLS_TOKEN: 'gettone-degli-strumenti',
    CONSENTS_TOKEN: 'gettone-dei-consensi',
    SMTP_PASSWORD: EXIM_USER.password,
    SMS_1_PASSWORD: kannel.password,
    S3_SECRET_ACCESS_KEY: CEPH_KEYS.secretAccessKey,
    HEADS_S3_SECRET_ACCESS_KEY: CEPH_KEYS.secretAccessKey,
    SEAL_KEY_SECRET: PIN,
    ISSUING_KEY_SECRET: PIN,
    SAML_KEY: own.key,
    RSP_CLIENT_SECRET: DIRECTORIES_SECRET,
    DMS_CLIENT_SECRET: DIRECTORIES_SECRET,
  });
  return {
    ...secrets,
    ...(await makeKeys(folder)),
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: front.authority,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '1',
    WEBHOOK_ALLOWED_HOSTS: `localhost:${front.ports.dms}`,
    WEBHOOK_CERTIFICATES: front.authority,
    BACKUP_RECIPIENTS: recipient.certificate,
    TOOLS_URL: at('tools', new URL(tools.url).pathname),
    ...Object.fromEntries(
      ['RSP', 'DMS'].flatMap((system) => [
        [`${system}_URL`, at('directories', `/${system.toLowerCase()}`)],
        [`${system}_TOKEN_URL`, at('directories', '/token')],
        [`${system}_CLIENT_ID`, 'fascicolo'],
      ]),
    ),
    CONSENTS_URL: at('consents', new URL(consents.url).pathname),
    ...Object.fromEntries(
      timestamps.flatMap(({ url, crlUrl, certificates }, index) => [
        [`TIMESTAMP_${index + 1}_URL`, url],
        [`TIMESTAMP_${index + 1}_CERTIFICATES`, certificates],
        [`TIMESTAMP_${index + 1}_CRL_URLS`, crlUrl],
      ]),
    ),
    S3_BUCKET: FILES,
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: CEPH_KEYS.accessKeyId,
    S3_ENCRYPTION: 'aws:kms',
    S3_KMS_KEY_ID: KMS_KEY,
    HEADS_S3_BUCKET: HEADS,
    HEADS_S3_ENDPOINT: bucket.endpoint,
    HEADS_S3_REGION: 'us-east-1',
    HEADS_S3_ACCESS_KEY_ID: CEPH_KEYS.accessKeyId,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.ports.starttls),
    SMTP_CERTIFICATES: mail.certificates.authority,
    SMTP_USER: EXIM_USER.user,
    SMTP_FROM: 'Fascicolo <firma@example.it>',
    SMTP_BOUNCES_DIR: mail.bouncesDir,
    SMS_1_URL: kannel.url,
    SMS_1_FROM: 'Fascicolo',
    SMS_1_USER: kannel.user,
    SMS_1_FORMAT: 'text',
    SMS_1_BODY: '{text}',
    SMS_1_HEADERS: JSON.stringify({
      'X-Kannel-Username': '{user}',
      'X-Kannel-Password': '{password}',
      'X-Kannel-From': '{from}',
      'X-Kannel-To': '{to}',
      'X-Kannel-Coding': '{coding}',
      'X-Kannel-Validity': '{validity}',
      'X-Kannel-DLR-Mask': '31',
      'X-Kannel-DLR-Url': '{receipt}?state=%d',
    }),
    SMS_1_ACCEPTED_STATUS: '202',
    SMS_1_RECEIPT_STATE: 'query:state',
    SMS_1_RECEIPT_DELIVERED: '1',
    SMS_1_RECEIPT_FAILED: '2,16',
    SAML_IDP_ENTITY_ID: saml.entityId,
    SAML_IDP_SIGN_IN_URL: `${saml.address}/saml2/idp/SSOService.php`,
    SAML_IDP_LOGOUT_URL: `${saml.address}/saml2/idp/SingleLogoutService.php`,
    SAML_IDP_CERTIFICATES: idp,
    SAML_IDP_METADATA_URL: `${saml.address}/saml2/idp/metadata.php`,
    SAML_CERTIFICATES: sp,
    SAML_EMAIL_VERIFIED: 'always',
  };
}

const DIRECTORIES_SECRET = 'segreto-delle-anagrafiche';

/** The built-in RSP and DMS as a process, over the protocol of the real ones. */
async function startDirectories(): Promise<{ port: number; close(): Promise<void> }> {
  const port = await ownPort();
  const command = join(import.meta.dirname, '../../src/cli/main.ts');
  const { process: child, said } = launch(process.execPath, [command, 'directories', '--port', String(port)], {
    DIRECTORIES_SECRET,
  });
  await waitForPort(port, child, said);
  return { port, close: () => stop(child) };
}

const OPENID_CLIENT = { clientId: 'fascicolo', clientSecret: 'segreto: con spazi e "segni"' };

/** LemonLDAP::NG as OpenID provider; its users are dwho, rtyler and msmith, each with the name as password. */
async function startOpenId(ports: Readonly<Record<string, number>>): Promise<LemonLdap & { port: number }> {
  const [home, front] = ['portal', 'oidc'].map((name) => `https://localhost:${ports[name]}`);
  const port = await ownPort();
  const redirects = { redirectUri: `${home}/sso/callback`, postLogoutUri: `${home}/` };
  const introduced = () => ({ openId: { ...OPENID_CLIENT, ...redirects } });
  return { port, ...(await startLemonLdap(await makePair(), introduced, port, front)) };
}

/** Settings of sign-in there, replacing those of SAML. */
async function openIdSettings(
  { settings, folder }: { settings: Readonly<Record<string, string>>; folder: string },
  issuer: string,
): Promise<Record<string, string>> {
  const others = Object.entries(settings).filter(([name]) => !name.startsWith('SAML_'));
  return {
    ...Object.fromEntries(others),
    ...(await inFiles(join(folder, 'openid'), { OIDC_CLIENT_SECRET: OPENID_CLIENT.clientSecret })),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: OPENID_CLIENT.clientId,
    OIDC_EMAIL_VERIFIED: 'always',
  };
}

/** Starts the real servers in parallel. @throws Error naming the package of a missing program. */
export async function startSystems(): Promise<Systems> {
  const closing = new CloseStack();
  try {
    const folder = closing.add(await mkdtemp(join(tmpdir(), 'rehearsal-')), (path) =>
      rm(path, { recursive: true, force: true, maxRetries: 5 }),
    );
    await chmod(folder, 0o755);
    const front = closing.add(
      await openReverseProxy(join(folder, 'front'), [
        'portal',
        'idp',
        'oidc',
        'tools',
        'consents',
        'directories',
        'dms',
      ]),
      (one) => one.close(),
    );
    const pair = await makePair();
    await writeFile(join(folder, 'idp-certificate'), pair.certificate);
    const idpUrl = `https://localhost:${front.ports.idp}`;
    const [cluster, mail, sms, bucket, oidc, saml, tools, consents, ...timestamps] = await Promise.all([
      startCluster({ durable: true }).then((started: RunningCluster) => closing.add(started, ({ stop }) => stop())),
      // As in an installation, so that doctor finds no fault.
      Exim.start(90).then((started) => closing.add(started, (exim) => exim.close())),
      new SmsCentre().listen().then((started) => closing.add(started, (centre) => centre.close())),
      CephGateway.start().then((started) => closing.add(started, (gateway) => gateway.stop())),
      startOpenId(front.ports).then((started) => closing.add(started, (idp) => idp.stop())),
      startSimpleSaml(pair, PEOPLE, { front: idpUrl }).then((started) => closing.add(started, (idp) => idp.stop())),
      new ToolsService(DEALER_DIRECTORY).listen().then((started) => closing.add(started, (host) => host.close())),
      new ConsentRegisterHost().listen().then((started) => closing.add(started, (host) => host.close())),
      ...['Marca uno', 'Marca due'].map((name, index) =>
        startTimestamps(join(folder, `tsa-${index + 1}`), name).then((one) => closing.add(one, (tsa) => tsa.close())),
      ),
    ]);
    process.env[POSTGRES_URL] = cluster.url('postgres');
    const database = await makeRoledDatabase();
    await makeBuckets(bucket);
    const dms = closing.add(await listenForEvents(), (system) => system.close());
    const directories = closing.add(await startDirectories(), (system) => system.close());
    const kannel = closing.add(await startKannel(sms.port), (system) => system.close());
    const port = await ownPort();
    const portOf = (url: string): number => Number(new URL(url).port);
    await front.begin({
      portal: port,
      idp: saml.port,
      oidc: oidc.port,
      tools: portOf(tools.url),
      consents: portOf(consents.url),
      directories: directories.port,
      dms: dms.port,
    });
    const publicUrl = `https://localhost:${front.ports.portal}`;
    const running = { folder, front, database, mail, kannel, bucket, saml, tools, consents, timestamps };
    const settings = await settingsOf(running, publicUrl, port);
    return {
      openIdSettings: await openIdSettings({ settings, folder }, `https://localhost:${front.ports.oidc}/`),
      ...{ folder, publicUrl, port, database, mail, sms, bucket, saml, consents, dms },
      dmsUrl: `https://localhost:${front.ports.dms}/eventi`,
      settings,
      lines: [
        `PostgreSQL with two roles, pid ${cluster.pid}`,
        `Ceph's gateway at ${bucket.endpoint}`,
        `Exim on port ${mail.ports.starttls}`,
        `Kannel at ${kannel.url}, an SMS centre behind it on port ${sms.port}`,
        ...timestamps.map(({ url }) => `OpenSSL as timestamp authority at ${url}`),
        'SoftHSM with the keys of the seal and of the certificates',
        `SimpleSAMLphp at ${saml.address}, LemonLDAP::NG at https://localhost:${front.ports.oidc}`,
        `nginx with TLS before it all: ${publicUrl}`,
      ],
      objects: () => listFiles(bucket),
      close: () => closing.closeAll(),
    };
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
}
