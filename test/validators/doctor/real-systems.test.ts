/** `doctor` with real third-party systems: all well before the first start and with a running product, and each fault by name. */
// Real time: third-party processes start and stop in it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '#test/hosts/server-process.ts';
import { makeCertificates } from '#test/mail/certificates.ts';
import { POSTGRES_URL } from '#test/postgres.ts';
import { type Systems, startSystems } from '../../rehearsal/systems.ts';
import { CEPH_KEYS } from '../storage/ceph.ts';
import { SWIFT_KEYS, SwiftStore } from '../storage/swift.ts';

const SERVICE = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://portale.example/sp">
<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="0"
Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://portale.example/acs"/></SPSSODescriptor>
</EntityDescriptor>`;
const COMMANDS = join(import.meta.dirname, '../../../src/cli/main.ts');
const clusterBefore = process.env[POSTGRES_URL];
let systems: Systems;
let owner: S3Client;
beforeAll(async () => {
  systems = await startSystems();
  // Exim creates it at the first returned message.
  for (const part of ['new', 'cur', 'tmp']) await mkdir(join(systems.mail.bouncesDir, part), { recursive: true });
  // Without a service the provider publishes no metadata.
  await systems.saml.introduce(SERVICE);
  owner = new S3Client({
    ...{ endpoint: systems.bucket.endpoint, region: 'us-east-1', forcePathStyle: true, credentials: CEPH_KEYS },
  });
  expect(await command(['migrate'])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  owner?.destroy();
  await systems?.close();
  process.env[POSTGRES_URL] = clusterBefore;
  if (clusterBefore === undefined) delete process.env[POSTGRES_URL];
});

/** @param change undefined removes a setting. */
function command(
  args: readonly string[],
  change: Readonly<Record<string, string | undefined>> = {},
): Promise<{ code: number; said: string }> {
  const all = { PATH: process.env.PATH, LANG: 'C.UTF-8', ...systems.settings, ...change };
  const env = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMANDS, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: `${stdout}${stderr}` });
    });
  });
}

interface DoctorReport {
  readonly level: string;
  readonly branches: readonly { name: string; findings: readonly { name: string; level: string; text: string }[] }[];
}

async function doctor(change: Readonly<Record<string, string | undefined>> = {}) {
  // The owner's address, only for `migrate`.
  const { code, said } = await command(['doctor', '--json'], { MIGRATE_DATABASE_URL_FILE: undefined, ...change });
  const report = JSON.parse(said) as DoctorReport;
  const lines = report.branches.flatMap(({ findings }) =>
    findings.map(({ name, level, text }) => `${level} ${name}: ${text}`),
  );
  return { code, lines, bad: lines.filter((line) => !line.startsWith('ok ')) };
}
const failures = (lines: readonly string[]) => lines.filter((line) => line.startsWith('failure '));
const said = (pattern: RegExp) => expect.stringMatching(pattern);

/** Everything that could have been changed: rows, objects with their versions, files, mail, SMS. */
async function fullSnapshot(): Promise<unknown> {
  const client = new pg.Client({ connectionString: systems.database.ownerUrl });
  await client.connect();
  const rows: string[] = [];
  const tables = await client.query<{ name: string }>(
    `SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  );
  for (const { name } of tables.rows) {
    const sql = `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS sum FROM ${name} t`;
    rows.push(`${name} ${(await client.query<{ sum: string }>(sql)).rows[0]?.sum}`);
  }
  await client.end();
  const objects: string[] = [];
  for (const Bucket of [systems.settings.S3_BUCKET, systems.settings.HEADS_S3_BUCKET]) {
    const { Versions = [], DeleteMarkers = [] } = await owner.send(new ListObjectVersionsCommand({ Bucket }));
    objects.push(...[...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => `${Bucket}/${Key} ${VersionId}`));
  }
  const files: string[] = [];
  for (const entry of await readdir(systems.folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Files that the other systems write themselves.
    if (/\/(front|tsa-\d|tokens)(\/|$)/.test(path.slice(systems.folder.length))) continue;
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : '';
    files.push(`${path} ${content}`);
  }
  return { rows: rows.sort(), objects: objects.sort(), files: files.sort(), sms: systems.sms.submitCount };
}

describe('before the first start', () => {
  it('no check fails, and no data change', async () => {
    const before = await fullSnapshot();
    const { code, bad, lines } = await doctor();
    expect(failures(bad)).toEqual([]);
    expect(code).toBe(0);
    expect(bad).toContainEqual(said(/^warning PUBLIC_URL: .*answers 502: .*It does not run; ask again once it does/));
    expect(lines).toContainEqual(said(/^ok object lock: A locked object cannot be deleted/));
    expect(lines).toContainEqual(said(/^ok SEAL_KEY: It has sealed a test file, which verifies/));
    expect(
      lines.filter((line) => /^ok TIMESTAMP_[12]_URL: .* stamps; stamp, path and lists are good/.test(line)),
    ).toHaveLength(2);
    expect(await fullSnapshot()).toEqual(before);
  });

  it('sends a test message on request', async () => {
    const { code, said: tree } = await command(['doctor', '--mail', 'admin@example.it']);
    expect([code, tree]).toEqual([0, said(/ok +mail +A trial message \(\S+\) was handed over/)]);
  });
});

describe('several faults at once, each reported by its setting', () => {
  it('wrong bucket, no lock, foreign chain, an excessive grant, another list, plain HTTP, no recipient', async () => {
    const { authority } = await makeCertificates(systems.folder, 'other');
    const { S3_BUCKET } = systems.settings;
    await systems.database.administer(`GRANT DELETE ON evidence_event TO ${systems.database.application}`);
    const { code, bad } = await doctor({
      ...{ S3_BUCKET: 'altro', HEADS_S3_BUCKET: S3_BUCKET, SMTP_CERTIFICATES: authority },
      TIMESTAMP_1_CRL_URLS: systems.settings.TIMESTAMP_2_CRL_URLS,
      PUBLIC_URL: systems.bucket.endpoint.replace('http:', 'https:'),
      BACKUP_RECIPIENTS: join(systems.folder, 'none.pem'),
    });
    await systems.database.administer(`REVOKE DELETE ON evidence_event FROM ${systems.database.application}`);
    expect(code).toBe(1);
    expect(failures(bad).sort()).toEqual([
      said(/^failure BACKUP_RECIPIENTS: .*none\.pem is not there/),
      said(/^failure HEADS_S3_BUCKET: .*has no object lock/),
      said(/^failure PUBLIC_URL: .*says https, and what answers speaks no TLS/),
      said(/^failure S3_BUCKET: The store has no bucket of this name/),
      said(/^failure SMTP_CERTIFICATES: .*leads to none of the trusted authorities/),
      said(/^failure TIMESTAMP_1_CRL_URLS: .*none of the authorities/),
      said(/^failure role: .*can change or delete rows of the tables evidence_\*/),
    ]);
  });

  it('ignored encryption, wrong secrets of bucket, database, mail and token, an unreachable gateway', async () => {
    const database = new URL(systems.database.applicationUrl);
    database.password = 'falsa';
    const { code, bad } = await doctor({
      ...{ S3_ENCRYPTION: 'AES256', S3_KMS_KEY_ID: undefined },
      ...{ HEADS_S3_SECRET_ACCESS_KEY_FILE: undefined, HEADS_S3_SECRET_ACCESS_KEY: 'falsa' },
      ...{ DATABASE_URL_FILE: undefined, DATABASE_URL: database.href },
      ...{ SMTP_PASSWORD_FILE: undefined, SMTP_PASSWORD: 'falsa' },
      ...{ SEAL_KEY_SECRET_FILE: undefined, SEAL_KEY_SECRET: '00000000' },
      ...{ SMS_1_URL: 'http://127.0.0.1:9/cgi-bin/sendsms', TIMESTAMP_2_URL: 'http://127.0.0.1:9/tsa' },
    });
    expect(code).toBe(1);
    expect(failures(bad).sort()).toEqual([
      said(/^failure DATABASE_URL: .*the password is wrong/),
      said(/^failure HEADS_S3_ACCESS_KEY_ID: .*refuses the key/),
      said(/^failure S3_ENCRYPTION: .*does not confirm encryption AES256/),
      said(/^failure SEAL_KEY_SECRET: .*CKR_PIN_INCORRECT.*tokens lock themselves/),
      said(/^failure SMS_1_URL: .*refuses the connection/),
      said(/^failure SMTP_USER: .*refuses user and password/),
      said(/^failure TIMESTAMP_2_URL: .*there is no connection/),
    ]);
    expect(bad.join()).not.toContain('falsa');
  });
});

describe('a store without object lock and conditional writes', () => {
  let swift: SwiftStore;
  beforeAll(async () => {
    swift = await SwiftStore.start();
  });
  afterAll(() => swift?.stop());

  it('is refused for heads before any write', async () => {
    const { endpoint } = swift;
    const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: SWIFT_KEYS });
    await s3.send(new CreateBucketCommand({ Bucket: 'teste' }));
    const { bad } = await doctor({
      ...{ HEADS_S3_ENDPOINT: endpoint, HEADS_S3_BUCKET: 'teste', HEADS_S3_ACCESS_KEY_ID: SWIFT_KEYS.accessKeyId },
      ...{ HEADS_S3_SECRET_ACCESS_KEY_FILE: undefined, HEADS_S3_SECRET_ACCESS_KEY: SWIFT_KEYS.secretAccessKey },
    });
    expect(failures(bad)).toEqual([said(/^failure HEADS_S3_BUCKET: .*has no object lock/)]);
    expect((await s3.send(new ListObjectsV2Command({ Bucket: 'teste' }))).Contents ?? []).toEqual([]);
    s3.destroy();
  });
});

describe('with a running product', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    const { MIGRATE_DATABASE_URL_FILE: _, ...settings } = systems.settings;
    server = await startServer(join(systems.folder, 'data'), settings);
  });
  afterAll(() => server?.stop());

  it('all checks pass, including the public address and its proxy', async () => {
    const { code, bad, lines } = await doctor();
    expect([code, failures(bad)]).toEqual([0, []]);
    expect(lines).toContainEqual(said(/^ok PUBLIC_URL: https:\/\/localhost:\d+ answers as this installation, version/));
    expect(lines).toContainEqual(said(/^ok TRUSTED_PROXIES: One proxy is trusted/));
    expect(lines).toContainEqual(said(/^ok APP_SECRET: It is the secret that this database was made with/));
  });

  it('the provider’s key is compared with its metadata', async () => {
    const metadata = { SAML_IDP_METADATA_URL: `${systems.saml.address}/saml2/idp/metadata.php` };
    const { lines } = await doctor(metadata);
    expect(lines).toContainEqual(
      said(/^ok SAML_IDP_CERTIFICATES: The provider signs with certificates that are known/),
    );
    const { bad } = await doctor({ ...metadata, SAML_IDP_CERTIFICATES: systems.settings.SAML_CERTIFICATES });
    expect(failures(bad)).toEqual([said(/^failure SAML_IDP_CERTIFICATES: .*nobody can sign in/)]);
  });

  it('a secret of another installation is reported by the database and by the running product', async () => {
    const { bad } = await doctor({
      APP_SECRET_FILE: undefined,
      APP_SECRET: Buffer.alloc(32, 'altro').toString('base64'),
    });
    expect(failures(bad).sort()).toEqual([
      said(/^failure APP_SECRET: It is not the secret that this database was made with/),
      said(/^failure PUBLIC_URL: .*as another installation or with another secret/),
    ]);
  });
});
