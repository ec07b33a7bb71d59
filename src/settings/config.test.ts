/** Settings: all problems reported together, no unsafe value accepted. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '#test/rows.ts';
import { sentenceOf } from './checks/problem.ts';
import { ConfigurationProblems, crlAddress, readConfig } from './config.ts';
import { completeSaml } from './saml-samples.suite.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationProblems) return error.problems.map((problem) => sentenceOf(problem).en);
    throw error;
  }
  return [];
};

const whole = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://fascicolo.example.com',
  DATABASE_URL: 'postgres://localhost/fascicolo',
  APP_SECRET: Buffer.alloc(32, 7).toString('base64'),
  OIDC_ISSUER: 'https://idp.example.com',
  OIDC_CLIENT_ID: 'fascicolo',
  OIDC_CLIENT_SECRET: 'x',
  TOOLS_URL: 'https://tools.example.com/api',
  TOOLS_TOKEN: 'segreto',
  CONSENTS_URL: 'https://consents.example.com',
  CONSENTS_TOKEN: 'segreto',
  SEAL_KEY: 'seal.p12',
  SEAL_KEY_SECRET: 'segreta',
  ISSUING_KEY: 'issuing.p12',
  ISSUING_KEY_SECRET: 'segreta',
  TIMESTAMP_1_URL: 'https://tsa.example.com',
  TIMESTAMP_1_CERTIFICATES: 'tsa.pem',
  TIMESTAMP_1_CRL_URLS: 'https://tsa.example.com/tsa.crl',
  BACKUP_RECIPIENTS: 'direzione.pem notaio.pem',
  SMTP_HOST: 'posta.example.com',
  SMTP_FROM: 'Fascicolo <firma@example.com>',
  SMS_1_URL: 'https://sms.example.com/send',
  SMS_1_FROM: 'Fascicolo',
  ...Object.fromEntries(
    ['RSP', 'DMS'].flatMap((system) => [
      [`${system}_URL`, 'https://clienti.example.com'],
      [`${system}_TOKEN_URL`, 'https://clienti.example.com/token'],
      [`${system}_CLIENT_ID`, 'fascicolo'],
      [`${system}_CLIENT_SECRET`, 'segreto'],
    ]),
  ),
  SMS_1_BODY: '{"id":"{id}","to":"{to}","text":"{text}"}',
} as const;

describe('the settings', () => {
  it('start a demo on this machine by default', () => {
    expect(readConfig({})).toMatchObject({ mode: 'demo', PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
    expect(readConfig({ PORT: '' })).toMatchObject({ PORT: 8080 });
  });

  it('never let the demo listen beyond this machine', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('HOST')]);
  });

  it('leave jobs to another process if the database supports two', () => {
    const DATABASE_URL = 'postgresql://fascicolo@127.0.0.1/fascicolo';
    expect(readConfig({}).JOBS).toBe('here');
    for (const JOBS of ['none', 'only']) {
      expect(readConfig({ JOBS, DATABASE_URL })).toMatchObject({ JOBS });
      expect(problemsOf({ JOBS })).toEqual([expect.stringContaining('JOBS: needs DATABASE_URL')]);
    }
    expect(problemsOf({ JOBS: 'some', DATABASE_URL })).toEqual([expect.stringContaining('JOBS')]);
  });

  it('have a URL for revocation lists only if others can reach it', () => {
    for (const environment of [{}, { PUBLIC_URL: 'http://localhost:8080' }, { PUBLIC_URL: 'http://127.0.0.1:8080' }]) {
      expect(crlAddress(readConfig(environment))).toEqual({});
    }
    const { crlUrl } = crlAddress(readConfig({ PUBLIC_URL: 'https://portale.example.com/' }));
    expect(crlUrl?.('root')).toBe('https://portale.example.com/pki/root.crl');
  });

  it('timestamp finished files after a day, and again two years before the timestamp expires', () => {
    expect(readConfig({})).toMatchObject({ ARCHIVE_HOURS: 24, ARCHIVE_RENEW_MONTHS: 24 });
    expect(readConfig({}).ARCHIVE_RENEW_BEFORE).toBeUndefined();
    expect(readConfig({ ARCHIVE_RENEW_BEFORE: '2031-01-01' }).ARCHIVE_RENEW_BEFORE).toBe('2031-01-01');
    expect(problemsOf({ ARCHIVE_HOURS: '-1', ARCHIVE_RENEW_MONTHS: '0', ARCHIVE_RENEW_BEFORE: 'presto' })).toHaveLength(
      3,
    );
  });

  it('send codes only to Italian mobiles, unless other countries are configured', () => {
    expect(readConfig({}).OTP_COUNTRIES).toEqual(['39']);
    expect(readConfig({})).toMatchObject({
      OTP_STAFF_NUMBERS: 'refuse',
      OTP_SHARED_NUMBERS: 'second-person',
      OTP_SHARED_PEOPLE: 2,
      FOUR_EYES_DAYS: 30,
    });
    expect(problemsOf({ OTP_STAFF_NUMBERS: 'tell' })).toHaveLength(1);
    expect(problemsOf({ OTP_SHARED_PEOPLE: '0' })).toHaveLength(1);
    expect(readConfig({ OTP_COUNTRIES: '39,43' }).OTP_COUNTRIES).toEqual(['39', '43']);
    for (const wrong of ['+39', '39;43', '39,', 'IT', '0']) {
      expect(problemsOf({ OTP_COUNTRIES: wrong }), wrong).toHaveLength(1);
    }
  });

  it('seal backups for the configured recipients, which production requires', () => {
    expect(readConfig({}).backupRecipients).toEqual([]);
    const { backupRecipients } = readConfig({ BACKUP_RECIPIENTS: ' /a/direzione.pem  /a/notaio.pem ' });
    expect(backupRecipients).toEqual(['/a/direzione.pem', '/a/notaio.pem']);
    expect(problemsOf({ NODE_ENV: 'production' })).toContain('BACKUP_RECIPIENTS is missing');
    const given = problemsOf({ NODE_ENV: 'production', BACKUP_RECIPIENTS: '/a/direzione.pem' });
    expect(given.filter((problem) => problem.includes('BACKUP'))).toEqual([]);
  });

  it('keep heads in one place: a folder, or a bucket with its keys, locked for at least twenty years', () => {
    const keys = { HEADS_S3_ACCESS_KEY_ID: 'AKID', HEADS_S3_SECRET_ACCESS_KEY: 'segreto' };
    const bucket = { ...keys, HEADS_S3_BUCKET: 'teste.esempio' };
    expect(readConfig({ DATA_DIR: '/dati' }).heads).toEqual({ place: '/dati/heads', named: false, access: null });
    expect(readConfig({ HEADS_DIR: '/teste' }).heads).toEqual({ place: '/teste', named: true, access: null });
    expect(readConfig({ ...bucket, HEADS_S3_PREFIX: 'a/b' }).heads).toEqual({
      ...{ place: 's3://teste.esempio/a/b', named: true },
      access: { accessKeyId: 'AKID', secretAccessKey: 'segreto', region: 'eu-south-1', endpoint: null, years: 20 },
    });
    // The verify command takes the bucket as an argument.
    expect(readConfig(keys).heads).toMatchObject({ named: false, access: { accessKeyId: 'AKID' } });
    for (const [wrong, name] of [
      [{ ...bucket, HEADS_DIR: '/teste' }, 'HEADS_S3_BUCKET'],
      [{ HEADS_S3_BUCKET: 'teste', HEADS_S3_SECRET_ACCESS_KEY: 'x' }, 'HEADS_S3_ACCESS_KEY_ID'],
      [{ HEADS_S3_ACCESS_KEY_ID: 'x' }, 'HEADS_S3_SECRET_ACCESS_KEY'],
      [{ HEADS_S3_PREFIX: 'a' }, 'HEADS_S3_BUCKET'],
      [{ ...bucket, HEADS_S3_BUCKET: 'Teste' }, 'HEADS_S3_BUCKET'],
      [{ ...bucket, HEADS_S3_PREFIX: '/a' }, 'HEADS_S3_PREFIX'],
      [{ ...bucket, HEADS_S3_YEARS: '19' }, 'HEADS_S3_YEARS'],
      [{ ...bucket, HEADS_S3_ENDPOINT: 'http://utente:segreto@host' }, 'HEADS_S3_ENDPOINT'],
    ] as const) {
      const problems = problemsOf(wrong);
      expect(problems.length, name).toBeGreaterThan(0);
      for (const problem of problems) expect(problem).toContain(name);
      expect(problems.join()).not.toContain('segreto');
    }
  });

  it('report every problem of a demo at once', () => {
    expect(problemsOf({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' })).toHaveLength(3);
  });

  it('allow another tools service in the demo, with its credentials', () => {
    const tools = { TOOLS_URL: 'https://tools.example.com', TOOLS_TOKEN: 'segreto' };
    expect(readConfig({ ...tools, TOOLS_TEST: 'true' })).toMatchObject({ ...tools, TOOLS_TEST: true });
    expect(readConfig({})).toMatchObject({ TOOLS_TEST: false });
    expect(problemsOf({ TOOLS_URL: 'https://tools.example.com' })).toEqual(['TOOLS_TOKEN is needed with TOOLS_URL']);
    expect(problemsOf({ TOOLS_TOKEN: 'segreto' })).toEqual(['TOOLS_URL is needed with TOOLS_TOKEN']);
  });

  it('allow another consent register in the demo, with its credentials', () => {
    const register = { CONSENTS_URL: 'https://consents.example.com/v1', CONSENTS_TOKEN: 'segreto' };
    expect(readConfig(register)).toMatchObject(register);
    expect(problemsOf({ CONSENTS_URL: register.CONSENTS_URL })).toEqual(['CONSENTS_TOKEN is needed with CONSENTS_URL']);
    expect(problemsOf({ CONSENTS_TOKEN: 'segreto' })).toEqual(['CONSENTS_URL is needed with CONSENTS_TOKEN']);
    const told = problemsOf({ ...register, CONSENTS_URL: 'https://me:segreto@consents.example.com' });
    expect(told).toEqual([expect.stringContaining('use CONSENTS_TOKEN')]);
    expect(told.join()).not.toContain('segreto');
  });

  it('read keys and timestamp authorities with their parts, and name missing ones', () => {
    const tsa = {
      TIMESTAMP_1_URL: 'https://tsa.example.com/tsp',
      TIMESTAMP_1_CERTIFICATES: 'tsa.pem',
      TIMESTAMP_1_CRL_URLS: 'http://crl.example.com/a.crl  http://crl.example.com/b.crl',
    };
    expect(readConfig({}).authorities).toEqual({ timestamps: [], seal: null, issuing: null, crlFiles: [] });
    const key = { SEAL_KEY: 'pkcs11:token=t;id=%01?module-path=/x.so', SEAL_KEY_SECRET: '1234' };
    const given = readConfig({ ...tsa, ...key, SEAL_CERTIFICATES: 'seal.pem', AUTHORITY_CRL_FILES: 'a.crl b.crl' });
    expect(given.authorities).toEqual({
      timestamps: [
        {
          number: 1,
          url: tsa.TIMESTAMP_1_URL,
          credentials: null,
          policy: null,
          certificates: 'tsa.pem',
          crlUrls: ['http://crl.example.com/a.crl', 'http://crl.example.com/b.crl'],
        },
      ],
      seal: { source: { pkcs11: key.SEAL_KEY }, secret: { text: '1234' }, certificates: 'seal.pem' },
      issuing: null,
      crlFiles: ['a.crl', 'b.crl'],
    });
    expect(problemsOf(key)).toEqual(['SEAL_CERTIFICATES is needed with SEAL_KEY']);
    expect(problemsOf({ TIMESTAMP_1_URL: tsa.TIMESTAMP_1_URL })).toEqual([
      'TIMESTAMP_1_CERTIFICATES is needed with TIMESTAMP_1_URL',
      'TIMESTAMP_1_CRL_URLS is needed with TIMESTAMP_1_URL',
    ]);
    expect(problemsOf({ ISSUING_KEY: 'a.p12' })).toEqual([
      'ISSUING_KEY_SECRET: or ISSUING_KEY_SECRET_FILE, one of them, is needed',
    ]);
    expect(problemsOf({ ISSUING_KEY_SECRET: 'segreta' })).toEqual(['ISSUING_KEY is needed with ISSUING_KEY_SECRET']);
    expect(problemsOf({ ...tsa, TIMESTAMP_1_USER: 'rete' })).toEqual([
      'TIMESTAMP_1_PASSWORD is needed with TIMESTAMP_1_USER',
    ]);
    expect(problemsOf({ ...tsa, TIMESTAMP_1_POLICY: 'mia' })).toHaveLength(1);
    expect(problemsOf({ ...tsa, TIMESTAMP_1_URL: 'https://rete:segreta@tsa.example.com' })).toHaveLength(1);
    expect(problemsOf({ ...tsa, TIMESTAMP_1_CRL_URLS: 'file:///etc/passwd' })).toHaveLength(1);
  });

  it('frame a video player only if its URL has a place for the video’s identifier', () => {
    const VIDEO_PLAYER_URL = 'https://player.example.com/{id}?dnt=1';
    expect(readConfig({ VIDEO_PLAYER_URL })).toMatchObject({ VIDEO_PLAYER_URL });
    for (const wrong of [
      'https://player.example.com/',
      'https://{id}.example.com/',
      'ftp://example.com/{id}',
      '{id}',
    ]) {
      expect(problemsOf({ VIDEO_PLAYER_URL: wrong }), wrong).toEqual([expect.stringContaining('VIDEO_PLAYER_URL')]);
    }
    const production = problemsOf({ NODE_ENV: 'production', VIDEO_PLAYER_URL: 'http://player.example.com/{id}' });
    expect(production).toContainEqual(expect.stringContaining('VIDEO_PLAYER_URL'));
  });

  it.each<Record<string, string>>([
    { TOOLS_URL: 'ftp://tools.example.com' },
    { TOOLS_URL: 'tools.example.com' },
    { TOOLS_URL: 'https://me:segreto@tools.example.com' },
    { TOOLS_URL: 'https://tools.example.com/?token=segreto' },
    { TOOLS_TOKEN: 'due parole' },
    { TOOLS_TOKEN: 'a\r\nx-other: b' },
    { TOOLS_TEST: 'forse' },
  ])('refuse %j', (wrong) => {
    const tools = { TOOLS_URL: 'https://tools.example.com', TOOLS_TOKEN: 'segreto' };
    const problems = problemsOf({ ...tools, ...wrong });
    expect(problems).toEqual([expect.stringContaining(Object.keys(wrong)[0] ?? '')]);
    expect(problems.join()).not.toContain('segreto');
  });

  it('refuse production with every missing setting named', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://insecure.example.com',
      APP_SECRET: 'c2hvcnQ=',
    });
    const missing = wordsIn(
      'DATABASE_URL TOOLS_URL CONSENTS_URL CONSENTS_TOKEN SEAL_KEY ISSUING_KEY TIMESTAMP_1_URL',
    ).map((name) => `${name} is missing`);
    for (const part of ['PUBLIC_URL', 'APP_SECRET', 'OIDC_ISSUER is needed', ...missing]) {
      expect(problems.join('\n')).toContain(part);
    }
  });

  it('start production when each is given, by value or by file', async () => {
    const config = readConfig(whole);
    expect(config).toMatchObject({ mode: 'production', lan: null, HOST: '127.0.0.1' });
    expect(config.production).toMatchObject({
      signIn: { oidc: { issuer: 'https://idp.example.com', clientId: 'fascicolo', clientSecret: 'x' } },
      mail: { host: 'posta.example.com', tls: 'starttls', from: { address: 'firma@example.com' } },
      sms: { gateways: [{ kind: 'http', system: 'sms-1' }] },
    });
    expect(config.production?.secret).toEqual(new Uint8Array(32).fill(7));
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    const { APP_SECRET, ...rest } = whole;
    await writeFile(join(folder, 'app'), `${APP_SECRET}\n`);
    expect(readConfig({ ...rest, APP_SECRET_FILE: join(folder, 'app') }).production).toEqual(config.production);
    await writeFile(join(folder, 'empty'), '\n');
    for (const [wrong, words] of [
      [{ ...whole, APP_SECRET_FILE: join(folder, 'app') }, 'APP_SECRET_FILE: not beside APP_SECRET'],
      [{ ...rest, APP_SECRET_FILE: join(folder, 'none') }, 'there is no such file'],
      [{ ...rest, APP_SECRET_FILE: join(folder, 'empty') }, 'it is empty'],
      [{ ...rest, APP_SECRET_FILE: folder }, 'it is a folder'],
    ] as const) {
      expect(problemsOf(wrong), words).toEqual([expect.stringContaining(words)]);
      expect(problemsOf(wrong).join('\n')).not.toContain(APP_SECRET);
    }
    await rm(folder, { recursive: true });
  });

  it('report ten mistakes of production at once, each on one line', () => {
    const problems = problemsOf({
      ...whole,
      PUBLIC_URL: 'https://portale.example.com/fascicolo',
      APP_SECRET: 'c2hvcnQ=',
      DATABASE_URL: 'mysql://x',
      SMTP_TLS: 'none',
      SMTP_FORM: 'firma@example.com',
      SMS_1_BODY: '',
      S3_BUCKET: 'documenti',
      OIDC_CLIENT_ID: '',
      SEAL_KEY_SECRET: '',
      TIMESTAMP_2_URL: 'https://tsa2.example.com',
    });
    for (const name of [
      ...['PUBLIC_URL:', 'APP_SECRET:', 'DATABASE_URL:', 'SMTP_TLS:', 'SMTP_FORM: there is no such setting'],
      ...['SMS_1_BODY is needed with SMS_1_URL', 'S3_ACCESS_KEY_ID is needed', 'S3_SECRET_ACCESS_KEY is needed'],
      ...['OIDC_CLIENT_ID is needed with OIDC_ISSUER', 'SEAL_KEY_SECRET:', 'TIMESTAMP_2_CERTIFICATES is needed'],
    ]) {
      expect(
        problems.filter((problem) => problem.startsWith(name)),
        name,
      ).toHaveLength(1);
    }
  });

  it('accept one way to sign in', () => {
    const saml = completeSaml;
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...rest } = whole;
    expect(readConfig({ ...rest, ...saml }).production?.signIn).toMatchObject({
      saml: {
        provider: { entityId: saml.SAML_IDP_ENTITY_ID },
        product: { callbackUrl: `${whole.PUBLIC_URL}/sso/saml` },
      },
    });
    expect(problemsOf({ ...whole, ...saml })).toEqual([expect.stringContaining('OIDC_ISSUER: not beside')]);
    expect(problemsOf(rest)).toEqual(
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map(
        (name) => `${name} is needed for sign-in, unless SAML_IDP_ENTITY_ID is set`,
      ),
    );
  });

  it('refuse production settings in a demo, and ignore similar names', () => {
    expect(problemsOf({ SMTP_HOST: 'posta', SMTP_FROM: '' })).toEqual([expect.stringContaining('is for production')]);
    expect(problemsOf({ OIDC_ISSUER: 'https://idp', SMS_1_URL: 'https://sms' })).toHaveLength(2);
    expect(readConfig({ HOMES3_BUCKET: 'x' }).mode).toBe('demo');
    expect(problemsOf({ S3_BUCKETS: 'x' })).toEqual(['S3_BUCKETS: there is no such setting']);
  });

  it('report each problem in both languages', () => {
    const environment = {
      ...{
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://a.example/x',
        APP_SECRET: 'corta',
        JOBS: 'some',
        PORT: '99999',
      },
      ...{ HEAD_MINUTES: '0', TRUSTED_PROXIES: 'x', ARCHIVE_RENEW_BEFORE: 'presto', WEBHOOK_ALLOWED_HOSTS: '*.lan' },
      ...{ SMTP_TLS: 'starttls', SMTP_PORT: '465', SMS_1_URL: 'ftp://sms', S3_BUCKETS: 'x', SEAL_KEY: 'a.p12' },
      ...{ TIMESTAMP_1_URL: 'https://tsa.example', TIMESTAMP_1_CRL_URLS: 'file:///etc/passwd' },
      ...{ SMS_2_URL: 'https://sms', SMS_2_FROM: 'a', SMS_2_BODY: '{"to":"{to}"}', TOOLS_TOKEN_FILE: '/none' },
    };
    const read = () => readConfig(environment);
    expect(read).toThrow(ConfigurationProblems);
    const told = new Map<string, readonly [italian: string, english: string]>();
    try {
      read();
    } catch (error) {
      for (const problem of (error as ConfigurationProblems).problems) {
        const { it: italian, en: english } = sentenceOf(problem);
        told.set(problem.name, [italian, english]);
        expect(italian).not.toBe(english);
      }
    }
    for (const [name, italian, english] of [
      ['DATABASE_URL', ' manca', ' is missing'],
      ['SMTP_HOST', ' serve insieme a SMTP_PORT', ' is needed with SMTP_PORT'],
      ['OIDC_ISSUER', ' serve per l’accesso, se manca', ' is needed for sign-in, unless'],
      ['PORT', ': atteso al massimo 65535', ': expected at most 65535'],
      ['HEAD_MINUTES', ': atteso almeno 1', ': expected at least 1'],
      ['TRUSTED_PROXIES', ': atteso un numero intero', ': expected a whole number'],
      ['JOBS', ': atteso here, none o only', ': expected here, none or only'],
      ['ARCHIVE_RENEW_BEFORE', ': attesa una data', ': expected a date'],
      [
        'TIMESTAMP_1_CRL_URLS',
        ': atteso un indirizzo che inizia con https:// o',
        ': expected an address beginning with',
      ],
      ['WEBHOOK_ALLOWED_HOSTS', ': attesi host come', ': expected hosts such as'],
      ['SMTP_TLS', ': la porta 465 parla TLS', ': port 465 speaks TLS'],
      ['S3_BUCKETS', ': questa impostazione non esiste', ': there is no such setting'],
      ['SMS_2_BODY', ': manca {text}', ': {text} is missing'],
      ['TOOLS_TOKEN_FILE', ': /none non si può leggere: il file non', ': /none cannot be read: there is no such file'],
    ] as const) {
      const [inItalian = '', inEnglish = ''] = told.get(name) ?? [];
      expect(inItalian.slice(0, name.length + italian.length)).toBe(name + italian);
      expect(inEnglish.slice(0, name.length + english.length)).toBe(name + english);
    }
  });
});
