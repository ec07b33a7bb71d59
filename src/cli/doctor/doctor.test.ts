/** The command: all setting problems together, secrets shown only by source and length, a tree and JSON, time limits. */
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, ok, warning } from '#ports/finding.ts';
import { testClock } from '#test/clock.ts';
import { inEnglish, linesOf } from '#test/finding-lines.ts';
import { runCommand } from '#test/run-command.ts';
import { MISSING, type Problem, requiredWith } from '../../settings/checks/problem.ts';
import { withLanguage } from '../terminal/language.ts';
import { checkDisk } from './check-disk.ts';
import { checkSettings } from './check-settings.ts';
import { doctor, examine, readArguments } from './doctor.ts';
import { jsonOf, reportOf, runChecks, treeOf } from './report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const GOOD = { it: 'Bene.', en: 'Good.' };
const about = { version: '1.2.3', mode: 'production', at: '2026-11-20T09:00:00.000Z' } as const;

describe('a report', () => {
  it('has the level of its worst finding, in its branches too', async () => {
    const branches = await runChecks([
      { name: 'disk', run: async () => [ok('DATA_DIR', GOOD)] },
      { name: 'sms', run: async () => [ok('SMS_1_URL', GOOD), failure('clock', { it: 'Errato.', en: 'Wrong.' })] },
      { name: 'mail', run: async () => [warning('SMTP_HOST', { it: 'Scade presto.', en: 'Ends soon.' })] },
    ]);
    const report = reportOf(branches, about);
    expect(branches.map(({ level }) => level)).toEqual(['ok', 'failure', 'warning']);
    expect(withLanguage('en', () => treeOf(report))).toEqual([
      'failure: Fascicolo 1.2.3, production, 2026-11-20T09:00:00.000Z',
      '├─ ok       disk',
      '│  └─ ok       DATA_DIR   Good.',
      '├─ failure  sms',
      '│  ├─ ok       SMS_1_URL  Good.',
      '│  └─ failure  clock      Wrong.',
      '└─ warning  mail',
      '   └─ warning  SMTP_HOST  Ends soon.',
      'ok 2, warning 1, failure 1',
    ]);
    expect(withLanguage('it', () => treeOf(report))).toEqual([
      'errore: Fascicolo 1.2.3, produzione, 2026-11-20T09:00:00.000Z',
      '├─ ok      disco',
      '│  └─ ok      DATA_DIR   Bene.',
      '├─ errore  SMS',
      '│  ├─ ok      SMS_1_URL  Bene.',
      '│  └─ errore  orologio   Errato.',
      '└─ avviso  posta',
      '   └─ avviso  SMTP_HOST  Scade presto.',
      'ok 2, avvisi 1, errori 1',
    ]);
  });

  it('as JSON has the same names and levels in both languages', async () => {
    const report = reportOf(await runChecks([{ name: 'disk', run: async () => [ok('free space', GOOD)] }]), about);
    const [italian, english] = (['it', 'en'] as const).map((language) => withLanguage(language, () => jsonOf(report)));
    const finding = { name: 'free space', level: 'ok' };
    expect(JSON.parse(italian ?? '')).toMatchObject({ branches: [{ findings: [{ ...finding, text: 'Bene.' }] }] });
    expect(JSON.parse(english ?? '')).toMatchObject({ branches: [{ findings: [{ ...finding, text: 'Good.' }] }] });
  });

  it('neither waits for a late check nor stops at a failing one, and runs all in parallel', async () => {
    let running = 0;
    const together = Promise.withResolvers<void>();
    const meet = async () => {
      running += 1;
      if (running === 2) together.resolve();
      await together.promise;
      return [ok('met', GOOD)];
    };
    const branches = await runChecks([
      { name: 'late', limit: 20, run: () => new Promise(() => undefined) },
      { name: 'broken', run: () => Promise.reject(new TypeError('nothing there')) },
      { name: 'one', run: meet },
      { name: 'other', run: meet },
    ]);
    expect(branches.map(({ name, level }) => `${name} ${level}`)).toEqual([
      ...['late failure', 'broken failure', 'one ok', 'other ok'],
    ]);
    expect(linesOf(branches[0]?.findings ?? [])).toEqual([expect.stringMatching(/no answer within 0\.02 seconds/)]);
    expect(linesOf(branches[1]?.findings ?? [])).toEqual([expect.stringMatching(/TypeError: nothing there/)]);
  });
});

describe('the settings', () => {
  const lines = async (environment: Record<string, string>, problems: Problem[] = []) =>
    linesOf(await checkSettings(environment, problems));

  it('are reported with every problem at once', async () => {
    expect(
      await lines({}, [
        { name: 'PORT', message: { it: 'atteso un numero', en: 'expected a number' } },
        { name: 'SEAL_KEY', message: MISSING },
        { name: 'S3_BUCKET', message: requiredWith('S3_PREFIX') },
        { name: '--lan', message: { it: 'niente', en: 'no' } },
      ]),
    ).toEqual([
      'failure PORT: Expected a number.',
      'failure SEAL_KEY: Missing.',
      'failure S3_BUCKET: It is needed with S3_PREFIX.',
      'failure settings: --lan: no.',
    ]);
  });

  it('for secrets show source and length, never the secret', async () => {
    await writeFile(join(folder, 'password'), 'geheimnis\n', { mode: 0o600 });
    await writeFile(join(folder, 'open'), 'geheimnis');
    await chmod(join(folder, 'open'), 0o644);
    const found = await lines({
      ...{ S3_SECRET_ACCESS_KEY: 'geheimnis', TOOLS_TOKEN: ' geheimnis', SMTP_PASSWORD_FILE: join(folder, 'password') },
      ...{ SMS_1_PASSWORD_FILE: join(folder, 'open'), SMS_1_TOKEN_FILE: join(folder, 'none') },
      ...{ SMS_1_KEY: 'geheimnis', SMS_1_KEY_FILE: join(folder, 'password') },
    });
    const said = (pattern: RegExp) => expect.stringMatching(pattern);
    expect(found.sort()).toEqual([
      'failure SMS_1_KEY_FILE: SMS_1_KEY and SMS_1_KEY_FILE are both set. Keep one of them.',
      said(/^failure SMS_1_TOKEN_FILE: .*none is not there/),
      'ok S3_SECRET_ACCESS_KEY: From the environment, 9 characters.',
      `ok SMS_1_PASSWORD: From the file ${join(folder, 'open')}, 9 characters.`,
      `ok SMTP_PASSWORD: From the file ${join(folder, 'password')}, 9 characters.`,
      'ok settings: All settings are present and consistent.',
      said(/^warning SMS_1_PASSWORD_FILE: Every user of this machine can read .*mode 644.*chmod 600/),
      said(/^warning TOOLS_TOKEN: From the environment, 10 characters, with a blank/),
    ]);
    expect(found.join()).not.toContain('geheimnis');
  });

  it('for the database report a password that is not encoded', async () => {
    const [, of] = await lines({ DATABASE_URL: 'postgresql://app:ge%40heim@db.example/fascicolo' });
    expect(of).toBe('ok DATABASE_URL: From the environment, for db.example, with a password of 7 characters.');
    const [, broken] = await lines({ DATABASE_URL: 'postgresql://app:50%@db.example/fascicolo' });
    expect(broken).toMatch(/^failure DATABASE_URL: .*Write it as %25/);
    const [, wrong] = await lines({ DATABASE_URL: 'postgresql://app:a#b@db.example/fascicolo' });
    expect(wrong).toMatch(/^failure DATABASE_URL: Not an address\. In a password, encode/);
  });

  it('for the owner are not part of the server’s', async () => {
    const found = await lines({ NODE_ENV: 'production', MIGRATE_DATABASE_URL: 'postgresql://owner:x@db/f' });
    expect(found).toContainEqual(expect.stringMatching(/^warning MIGRATE_DATABASE_URL: The server does not need it/));
  });
});

describe('the disk', () => {
  const room = (free: number, entries = { free: 100, all: 100 }) => ({ free, entries });
  const levels = async (...asked: ReturnType<typeof room>[]) =>
    Promise.all(
      asked.map(async (one) =>
        inEnglish(await checkDisk(folder, async () => one)).filter(({ name }) => name === 'free space'),
      ),
    );

  it('has enough, little or too little space, or no inodes', async () => {
    const [much, little, less, few] = await levels(
      ...[room(50e9), room(4e9), room(4e8), room(50e9, { free: 1, all: 100 })],
    );
    expect(much).toMatchObject([{ level: 'ok', text: expect.stringContaining('46 GB') }]);
    expect(little).toMatchObject([{ level: 'warning' }]);
    expect(less).toMatchObject([{ level: 'failure', text: expect.stringContaining('Only 381 MB') }]);
    expect(few).toMatchObject([{ level: 'ok' }, { level: 'warning', text: expect.stringContaining('inodes') }]);
  });

  it('keeps nothing of the test file', async () => {
    await checkDisk(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is reported when the folder is missing', async () => {
    expect(await checkDisk(join(folder, 'new'))).toMatchObject([{ level: 'warning', name: 'DATA_DIR' }]);
    expect(await checkDisk(join(folder, 'not', 'there'))).toMatchObject([{ level: 'failure', name: 'DATA_DIR' }]);
  });
});

describe('the command', () => {
  it('validates its arguments', () => {
    expect(readArguments([])).toEqual({ json: false, mailTo: null });
    expect(readArguments(['--json', '--mail', 'a@b.it'])).toEqual({ json: true, mailTo: 'a@b.it' });
    for (const wrong of [['--mail'], ['--mail', 'nobody'], ['--mail', ''], ['x'], ['--quick']]) {
      expect(readArguments(wrong)).toBeNull();
    }
  });

  it('works on a demo that was never started, creates nothing, and exits with 0', async () => {
    const environment = { DATA_DIR: join(folder, 'data'), NODE_ENV: '', PORT: '9' };
    const report = await examine(environment, { mailTo: null }, testClock());
    expect(report.level).toBe('warning');
    expect(report.branches.map(({ name }) => name)).toEqual([
      ...['settings', 'disk', 'database', 'keys', 'timestamps', 'files', 'stored files', 'heads', 'sign-in', 'mail'],
      ...['customer search', 'services', 'webhooks', 'sms', 'public address', 'backup', 'custodian'],
    ]);
    expect(await readdir(folder)).toEqual([]);
    const { code, said } = await runCommand(doctor, ['--json'], environment);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ level: 'warning', mode: 'demo', branches: expect.any(Array) });
  });

  it('checks valid settings in spite of invalid ones', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('<h1>Not here</h1>'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const report = await examine(
      {
        ...{ NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), S3_BUCKET: 'fascicoli', S3_ACCESS_KEY_ID: 'AKID' },
        ...{ S3_SECRET_ACCESS_KEY: 'segreto', S3_ENDPOINT: `http://127.0.0.1:${port}` },
        BACKUP_RECIPIENTS: join(folder, 'none.pem'),
      },
      { mailTo: null },
      testClock(),
    );
    server.close();
    const of = (branch: string) =>
      inEnglish(report.branches.find(({ name }) => name === branch)?.findings ?? []).map(({ text }) => text);
    expect(of('settings').length).toBeGreaterThan(10);
    expect(of('files')).toEqual([expect.stringMatching(/which no S3 store should/)]);
    expect(of('backup')).toEqual([expect.stringMatching(/none\.pem is not there/)]);
    expect(of('keys')).toEqual(['Not checked: correct SEAL_KEY, ISSUING_KEY first.']);
    expect(of('database')).toEqual(['Not checked: correct DATABASE_URL first.']);
    expect(report.level).toBe('failure');
  });

  it('exits with 1 and every problem for invalid settings, and with 2 for invalid arguments', async () => {
    await mkdir(join(folder, 'data'));
    const wrong = { DATA_DIR: join(folder, 'data'), NODE_ENV: '', PORT: 'x', HEAD_MINUTES: '0', LOG_LEVEL: 'loud' };
    const { code, said } = await withLanguage('en', () => runCommand(doctor, [], wrong));
    expect(code).toBe(1);
    for (const name of ['PORT', 'HEAD_MINUTES', 'LOG_LEVEL']) expect(said).toMatch(new RegExp(`failure  ${name} `));
    expect(said).toMatch(/warning {2}public address +Not checked: correct PORT first\./);
    expect(said).toMatch(/ok +DATA_DIR/);
    const { said: italian } = await runCommand(doctor, [], wrong);
    expect(italian).toMatch(/errore {2}PORT +Atteso un numero intero\./);
    expect(italian).toMatch(/errore {2}LOG_LEVEL +Atteso fatal, error, warn, info, debug o silent\./);
    expect(italian).toMatch(/avviso {2}indirizzo pubblico +Non controllato: prima correggi PORT\./);
    expect((await runCommand(doctor, ['--quick'], {})).code).toBe(2);
  });
});
