/** A healthy installation with all its systems on loopback: tests of `doctor` introduce one fault at a time. */
// Real time: openssl dates the server certificates, and a running clock starts at the time of tests.
import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePair, type PemPair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import type { Clock } from '#ports/clock.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { makeRecipient, type TestRecipient } from '#test/backup-recipient.ts';
import { realNow, testNow } from '#test/clock.ts';
import { linesOf } from '#test/finding-lines.ts';
import { BucketHost, KEYS } from '#test/hosts/bucket-host.ts';
import { ConsentRegisterHost } from '#test/hosts/consent-register-host.ts';
import { FileBucketHost } from '#test/hosts/file-bucket-host.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { TimestampHost } from '#test/hosts/timestamp-host.ts';
import { ToolsService } from '#test/hosts/tools-host.ts';
import { makeCertificates, type ServerCertificates } from '#test/mail/certificates.ts';
import { SmtpHost } from '#test/mail/smtp-host.ts';
import { makePki, PASSPHRASE, type TestPki, writeCertificates, writePkcs12 } from '#test/stages/operator-keys.ts';
import { smppSettings } from '#test/stages/sms-stage.ts';
import { runChecks } from '../../src/cli/doctor/report.ts';
import { checksOf, type DoctorOptions, type Installation } from '../../src/cli/doctor/run.ts';
import { secretsFrom } from '../../src/secrets.ts';
import type { KeySettings, TimestampSettings } from '../../src/settings/authorities.ts';

const ENTITY = 'https://idp.example/entity';

/** Runs from {@link testNow} on, so that lists and locks expire. */
function advancingTestClock(): Clock {
  const began = realNow().getTime();
  return { now: () => new Date(testNow().getTime() + realNow().getTime() - began) };
}

/** An identity provider's metadata with its keys. */
function metadataOf({ certificate }: PemPair): string {
  const key = certificate.replace(/-----[A-Z ]+-----/g, '');
  const names = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  return `<md:EntityDescriptor ${names} entityID="${ENTITY}"><md:IDPSSODescriptor><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

export class DoctorFixture {
  readonly folder: string;
  readonly clock = advancingTestClock();
  timestampHosts!: [TimestampHost, TimestampHost];
  fileBucket!: FileBucketHost;
  heads!: BucketHost;
  mail!: SmtpHost;
  mailCertificates!: ServerCertificates;
  sms!: SmsCentre;
  tools!: ToolsService;
  consents!: ConsentRegisterHost;
  pki!: TestPki;
  recipient!: TestRecipient;
  custodian!: TestRecipient;
  provider!: PemPair;
  samlPair!: PemPair;
  /** The metadata that the identity provider serves. */
  metadata = '';
  /** TXT records in the DNS. */
  readonly txtRecords = new Map<string, string>([['example.it', 'v=spf1 -all']]);
  private readonly dkim = generateKeyPairSync('rsa', { modulusLength: 1024 });
  private readonly idp: Server = createServer((_, response) => void response.end(this.metadata));

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<DoctorFixture> {
    const fixture = new DoctorFixture(await mkdtemp(join(tmpdir(), 'doctor-')));
    await fixture.setUp();
    await cp(fixture.folder, fixture.template, { recursive: true });
    return fixture;
  }

  private get template(): string {
    return `${this.folder}-template`;
  }

  /** Restores the initial state: creating keys and certificates anew takes a second. */
  async reset(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await cp(this.template, this.folder, { recursive: true, preserveTimestamps: true });
    for (const host of this.timestampHosts) host.listBehaviour = 'good';
    this.fileBucket.faultOf = () => undefined;
    this.fileBucket.objects.clear();
    this.heads.behaviour = 'good';
    this.mail.received.length = 0;
    this.sms.password = 'segreta';
    this.tools.behaviour = { kind: 'list', concs: DEALER_DIRECTORY };
    this.metadata = metadataOf(this.provider);
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  private async setUp(): Promise<void> {
    const now = () => this.clock.now();
    for (const name of ['data', 'data/keys', 'recipients', 'custody', 'maildir/new', 'maildir/cur']) {
      await mkdir(this.pathOf(name), { recursive: true });
    }
    this.timestampHosts = [await TimestampHost.listen(now), await TimestampHost.listen(now)];
    for (const [index, host] of this.timestampHosts.entries())
      await writeCertificates(this.pathOf(`tsa-${index + 1}.pem`), host.keys.root);
    this.fileBucket = await FileBucketHost.listen();
    this.heads = await BucketHost.listen();
    this.heads.now = now;
    this.heads.canDelete = false;
    this.mailCertificates = await makeCertificates(this.folder, 'mail');
    this.mail = await SmtpHost.listen(this.mailCertificates);
    this.sms = await new SmsCentre().listen();
    this.tools = await new ToolsService(DEALER_DIRECTORY).listen();
    this.consents = await new ConsentRegisterHost().listen();
    this.pki = await makePki(this.folder, 'rete');
    await this.writeKey('seal', this.pki.seal, [this.pki.issuing, this.pki.root]);
    await this.writeKey('issuing', this.pki.issuing, [this.pki.root]);
    this.recipient = await makeRecipient(this.pathOf('recipients'), 'destinatario');
    this.custodian = await makeRecipient(this.pathOf('custody'), 'custode');
    await Promise.all([this.custodian.key, this.custodian.lockedKey].map((path) => rm(path)));
    [this.provider, this.samlPair] = await Promise.all([makePair(), makePair()]);
    this.metadata = metadataOf(this.provider);
    await writeFile(this.pathOf('idp.pem'), this.provider.certificate);
    await writeFile(this.pathOf('saml.pem'), this.samlPair.certificate);
    await new Promise<void>((resolve) => this.idp.listen(0, '127.0.0.1', resolve));
    const published = this.dkim.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    this.txtRecords.set('f._domainkey.example.it', `v=DKIM1; k=rsa; p=${published}`);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.timestampHosts, this.fileBucket, this.heads, this.mail, this.sms, this.tools, this.consents].map((one) =>
        one.close(),
      ),
    );
    this.idp.closeAllConnections();
    await new Promise((resolve) => this.idp.close(resolve));
    for (const folder of [this.folder, this.template]) await rm(folder, { recursive: true, force: true });
  }

  /** Replaces the provider's key with an unknown one. */
  async changeProviderKey(): Promise<void> {
    this.metadata = metadataOf(await makePair());
  }

  /** Writes a PKCS#12 file with its certificates. @returns its settings. */
  async writeKey(name: string, key: TestPki['seal'], chain: readonly TestPki['seal'][]): Promise<KeySettings> {
    await writePkcs12(this.pathOf(`${name}.p12`), key, chain);
    return this.keySettings(name);
  }

  keySettings(name: string): KeySettings {
    return { source: { pkcs12: this.pathOf(`${name}.p12`) }, secret: { text: PASSPHRASE }, certificates: null };
  }

  /** A seal that expires at this instant. */
  async sealUntil(notAfter: Date): Promise<KeySettings> {
    const { issuing, root } = this.pki;
    const key = await makeKey('seal', { issuer: issuing, notAfter, subject: [{ type: 'CN', value: 'Sigillo breve' }] });
    return this.writeKey('short', key, [issuing, root]);
  }

  timestamp(number: 1 | 2, change: Partial<TimestampSettings> = {}): TimestampSettings {
    const host = this.timestampHosts[number - 1] ?? this.timestampHosts[0];
    return {
      ...{ number, url: host.url, credentials: null, policy: null, certificates: this.pathOf(`tsa-${number}.pem`) },
      ...{ crlUrls: [host.crlUrl], ...change },
    };
  }

  installation(change: Partial<Installation> = {}): Installation {
    return {
      ...{ mode: 'production', version: '1.2.3', dataDir: this.pathOf('data'), publicUrl: 'http://127.0.0.1:9' },
      ...{ trustedProxies: 0, databaseUrl: null, secrets: secretsFrom(new Uint8Array(32)) },
      webhooks: { allowedHosts: [], allowLoopback: false, certificates: null },
      authorities: {
        timestamps: [this.timestamp(1), this.timestamp(2)],
        ...{ seal: this.keySettings('seal'), issuing: this.keySettings('issuing'), crlFiles: [this.pki.crlFile] },
      },
      heads: {
        ...{ place: 's3://teste/heads', named: true },
        access: { ...KEYS, region: 'eu-south-1', endpoint: this.heads.endpoint, years: 20 },
      },
      storage: {
        ...{ folder: this.pathOf('data/files'), spool: this.pathOf('data/spool') },
        bucket: {
          ...{ accessKeyId: 'AKIDPROVA', secretAccessKey: 'segreto', bucket: this.fileBucket.bucket, prefix: 'files/' },
          ...{ region: 'eu-south-1', endpoint: this.fileBucket.endpoint, addressing: 'path', encryption: 'AES256' },
          kmsKeyId: null,
        },
      },
      mail: {
        ...{ host: '127.0.0.1', port: this.mail.port, tls: 'implicit', certificates: this.mailCertificates.authority },
        ...{ credentials: { user: 'fascicolo', password: 'segreta' }, from: { name: '', address: 'f@example.it' } },
        ...{
          bounces: { local: 'bounces', domain: 'example.it' },
          bouncesDir: this.pathOf('maildir'),
          suppressDays: 30,
        },
        dkim: {
          ...{ selector: 'f', domain: 'example.it' },
          key: this.dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        },
      },
      sms: {
        gateways: [{ kind: 'smpp', certificates: null, answerLimit: 1_000, ...smppSettings(this.sms.port) }],
        ...{ maxParts: 3, validMinutes: 60 },
      },
      saml: {
        provider: {
          ...{ entityId: ENTITY, signInUrl: 'https://idp.example/sso', logoutUrl: null },
          certificates: this.pathOf('idp.pem'),
          metadataUrl: `http://127.0.0.1:${(this.idp.address() as AddressInfo).port}/`,
        },
        product: {
          entityId: 'https://portale.example/sso/saml/metadata',
          callbackUrl: 'https://portale.example/sso/saml',
          logoutUrl: 'https://portale.example/sso/saml/logout',
          ...{ key: this.samlPair.key, previousKey: null, certificates: this.pathOf('saml.pem') },
        },
        mapping: { subject: null, email: ['mail'], emailVerified: null, phone: null },
        clockTolerance: 60,
      },
      search: { rsp: null, dms: null },
      services: {
        tools: { url: this.tools.url, token: 'gettone-degli-strumenti' },
        consents: this.consents.url,
      },
      ...{ oidc: null, backupRecipients: [this.recipient.certificate], custodian: this.custodian.certificate },
      ...change,
    };
  }

  /** @returns the lines of one branch, or of all of them. */
  async lines(
    branch: string | null,
    change: Partial<Installation> = {},
    options: Partial<DoctorOptions> = {},
  ): Promise<string[]> {
    const resolveTxt = async (name: string): Promise<string[][]> => {
      const text = this.txtRecords.get(name);
      if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return [[text]];
    };
    const checks = checksOf(this.installation(change), { clock: this.clock, mailTo: null, resolveTxt, ...options });
    const branches = await runChecks(checks.filter(({ name }) => branch === null || name === branch));
    return branches.flatMap(({ findings }) => linesOf(findings));
  }
}
