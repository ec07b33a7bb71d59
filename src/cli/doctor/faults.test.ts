/** Operators' mistakes, each planted separately in a correct installation, are explained by `doctor` in plain words. */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../../test/mail/certificates.ts';
import { DoctorFixture } from '../../../test/stages/doctor-fixture.ts';

let ground: DoctorFixture;
beforeAll(async () => {
  ground = await DoctorFixture.open();
});
beforeEach(() => ground.reset());
afterAll(() => ground.close());

const bad = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('ok '));
const failures = (lines: readonly string[]) => lines.filter((line) => line.startsWith('failure '));
const DAY_MS = 86_400_000;

/** Every file below the folder with its content and mode. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await stat(path);
    found[path] = entry.isFile() ? `${mode} ${mtimeMs} ${await readFile(path, 'base64')}` : `${mode}`;
  }
  return found;
}

describe('a correct installation', () => {
  it('has no failure, and is not changed: no file, no object, no message', async () => {
    const before = await contentOf(ground.folder);
    const lines = await ground.lines(null);
    expect(failures(lines)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('ok ')).length).toBeGreaterThan(25);
    expect(await contentOf(ground.folder)).toEqual(before);
    expect([ground.fileBucket.objects.size, ground.heads.keys, ground.mail.received, ground.sms.submitCount]).toEqual([
      0,
      [],
      [],
      0,
    ]);
  });

  it('sends one message on request, and reports which', async () => {
    const lines = await ground.lines('mail', {}, { mailTo: 'admin@example.it' });
    expect(lines).toContainEqual(expect.stringMatching(/^ok mail: A trial message \(\S+\) was handed over/));
    expect(ground.mail.received.map(({ to }) => to)).toEqual(['admin@example.it']);
  });
});

type Fault = [
  what: string,
  branch: string,
  plant: (on: DoctorFixture) => Parameters<DoctorFixture['lines']>[1] | Promise<Parameters<DoctorFixture['lines']>[1]>,
  said: RegExp,
];

const authorities = (on: DoctorFixture) => on.installation().authorities;
const bucket = (on: DoctorFixture) => {
  const { bucket: found } = on.installation().storage;
  if (found === null) throw new Error('there is no bucket');
  return found;
};
const storage = (on: DoctorFixture, change: object) => ({
  storage: { ...on.installation().storage, bucket: { ...bucket(on), ...change } },
});

const FAULTS: Fault[] = [
  [
    'the wrong bucket',
    'files',
    (on) => storage(on, { bucket: 'altro' }),
    /^failure S3_BUCKET: The store has no bucket of this name/,
  ],
  [
    'a bucket of heads without lock',
    'heads',
    (on) => {
      on.heads.behaviour = 'without lock';
      return {};
    },
    /^failure HEADS_S3_BUCKET: .*has no object lock/,
  ],
  [
    'encryption that the store ignores',
    'files',
    (on) => {
      on.fileBucket.faultOf = (asked) => (/PUT .*-encrypted/.test(asked) ? 'unencrypted' : undefined);
      return {};
    },
    /^failure S3_ENCRYPTION: .*does not confirm encryption/,
  ],
  [
    'the TLS chain of the mail server',
    'mail',
    async (on) => {
      const { mail } = on.installation();
      if (mail === null) throw new Error('there is no mail');
      return { mail: { ...mail, certificates: (await makeCertificates(on.folder, 'other')).authority } };
    },
    /^failure SMTP_CERTIFICATES: .*leads to none of the trusted authorities/,
  ],
  [
    'the password of the SMS gateway',
    'sms',
    (on) => {
      on.sms.password = 'un’altra';
      return {};
    },
    /^failure SMS_1_PASSWORD: The SMS centre refuses the password/,
  ],
  [
    'a list of a timestamp authority that has run out',
    'timestamps',
    (on) => {
      on.timestampHosts[0].listBehaviour = 'expired';
      return {};
    },
    /^failure TIMESTAMP_1_CRL_URLS: .*its revocation list has run out/,
  ],
  [
    'the wrong root of a timestamp authority',
    'timestamps',
    (on) => ({
      authorities: { ...authorities(on), timestamps: [on.timestamp(1, { certificates: on.pathOf('tsa-2.pem') })] },
    }),
    /^failure TIMESTAMP_1_CRL_URLS: .*none of the authorities in its CERTIFICATES/,
  ],
  [
    'a key that the identity provider has left',
    'sign-in',
    async (on) => {
      await on.changeProviderKey();
      return {};
    },
    /^failure SAML_IDP_CERTIFICATES: .*nobody can sign in/,
  ],
  [
    'the wrong passphrase of the seal',
    'keys',
    (on) => ({
      authorities: { ...authorities(on), seal: { ...on.keySettings('seal'), secret: { text: 'falsa' } } },
    }),
    /^failure SEAL_KEY_SECRET: .*openssl pkcs12 -in \S+seal\.p12 -noout/,
  ],
  [
    'a key of the seal that is not there',
    'keys',
    (on) => ({ authorities: { ...authorities(on), seal: on.keySettings('none') } }),
    /^failure SEAL_KEY: \S+none\.p12 is not there.*openssl pkcs12 -export/,
  ],
  [
    'a certificate of the seal that has ended',
    'keys',
    async (on) => ({
      authorities: { ...authorities(on), seal: await on.sealUntil(new Date(on.clock.now().getTime() - DAY_MS)) },
    }),
    /^failure SEAL_CERTIFICATES: The certificate of the seal ended on 2026-11-19/,
  ],
  [
    'a certificate of the seal that ends soon',
    'keys',
    async (on) => ({
      authorities: { ...authorities(on), seal: await on.sealUntil(new Date(on.clock.now().getTime() + 9.5 * DAY_MS)) },
    }),
    /^warning SEAL_CERTIFICATES: The certificate of the seal ends on 2026-11-29, in 9 days/,
  ],
  [
    'no list of the root',
    'keys',
    (on) => ({ authorities: { ...authorities(on), crlFiles: [] } }),
    /^failure AUTHORITY_CRL_FILES: no revocation list covers .*rete firmatari/,
  ],
  [
    'a key that everybody can read',
    'keys',
    async (on) => {
      await chmod(on.pathOf('seal.p12'), 0o644);
      return {};
    },
    /^warning SEAL_KEY: Every user of this machine can read .*mode 644.*chmod 600/,
  ],
  [
    'a data folder that is a file',
    'disk',
    async (on) => {
      await rm(on.pathOf('data'), { recursive: true });
      await writeFile(on.pathOf('data'), '');
      return {};
    },
    /^failure DATA_DIR: \S+ is no folder/,
  ],
  [
    'the private key in the file of a backup’s recipient',
    'backup',
    async (on) => {
      await writeFile(on.recipient.certificate, await readFile(on.recipient.key), { flag: 'a' });
      return {};
    },
    /^failure BACKUP_RECIPIENTS: .*holds a private key: the machine that makes backups must not have it/,
  ],
  [
    'no recipient of backups',
    'backup',
    () => ({ backupRecipients: [] }),
    /^failure BACKUP_RECIPIENTS: Not set: backups are not encrypted/,
  ],
  [
    'the custodian’s key beside the keys of the server',
    'custodian',
    async (on) => {
      await writeFile(on.pathOf('data/keys/custodian.key'), await readFile(on.recipient.key));
      return { custodian: on.recipient.certificate };
    },
    /^failure HANDWRITING_CUSTODIAN: .*holds the custodian’s private key/,
  ],
  [
    'a folder of heads that is not mounted',
    'heads',
    (on) => ({ heads: { place: on.pathOf('nothing'), named: true, access: null } }),
    /^failure HEADS_DIR: .*nothing cannot be written into \(ENOENT\)\. Mount or make it/,
  ],
  ['nobody who signs people in', 'sign-in', () => ({ saml: null }), /^failure OIDC_ISSUER: Nobody can sign in/],
  [
    'the wrong token of the tools service',
    'services',
    (on) => {
      on.tools.behaviour = { kind: 'body', status: 401, text: '' };
      return {};
    },
    /^failure TOOLS_TOKEN: .*refuses the token \(answered 401\)/,
  ],
  [
    'another service in place of the tools service',
    'services',
    (on) => {
      on.tools.behaviour = { kind: 'body', text: '<html>' };
      return {};
    },
    /^failure TOOLS_URL: What answers at .* is not a tools service \(not JSON\)/,
  ],
  [
    'a register of consents at which nobody listens',
    'services',
    () => ({ services: { tools: null, consents: 'http://127.0.0.1:9' } }),
    /^failure CONSENTS_URL: .*cannot be asked/,
  ],
  ['no mail', 'mail', () => ({ mail: null }), /^failure SMTP_HOST: /],
  [
    'no SMS',
    'sms',
    (on) => ({ sms: { ...on.installation().sms, gateways: [], maxParts: 3, validMinutes: 60 } }),
    /^failure SMS_1_URL: .*nobody gets a code/,
  ],
];

describe('doctor reports', () => {
  it.each(FAULTS)('%s', async (_what, branch, plant, said) => {
    const change = await plant(ground);
    expect(bad(await ground.lines(branch, change))).toContainEqual(expect.stringMatching(said));
  });

  it('a clock that is five minutes off, and one that is half a minute off', async () => {
    const off = (seconds: number) => ({
      clock: { now: () => new Date(ground.clock.now().getTime() + seconds * 1000) },
    });
    const wrong = await ground.lines('timestamps', {}, off(301));
    expect(failures(wrong)).toEqual(
      Array(2).fill(expect.stringMatching(/^failure clock: .*differ by more than five minutes.*Set the clock by NTP/)),
    );
    expect(bad(await ground.lines('timestamps', {}, off(30)))).toEqual(
      Array(2).fill(expect.stringMatching(/^warning clock: This machine is (29|30|31) s ahead of http.*NTP/)),
    );
  });

  it('a missing authorities file for webhooks', async () => {
    const webhooks = { allowedHosts: [], allowLoopback: false, certificates: ground.pathOf('none.pem') };
    expect(failures(await ground.lines('webhooks', { webhooks }))).toEqual([
      expect.stringMatching(/^failure WEBHOOK_CERTIFICATES: .*none\.pem: there is no such file.*Name a PEM file/),
    ]);
  });

  it('every fault at once, each in its branch', async () => {
    ground.heads.behaviour = 'without lock';
    ground.sms.password = 'un’altra';
    ground.timestampHosts[1].listBehaviour = 'expired';
    await ground.changeProviderKey();
    await mkdir(ground.pathOf('other'));
    const lines = failures(await ground.lines(null, { ...storage(ground, { bucket: 'altro' }), backupRecipients: [] }));
    expect(lines.map((line) => line.split(/[ :]/)[1]).sort()).toEqual([
      ...['BACKUP_RECIPIENTS', 'HEADS_S3_BUCKET', 'S3_BUCKET', 'SAML_IDP_CERTIFICATES', 'SMS_1_PASSWORD'],
      'TIMESTAMP_2_CRL_URLS',
    ]);
  });
});
