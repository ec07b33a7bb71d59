/** The language of start and commands: chosen by the POSIX rules, and anew for each command sent to a running product. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidSettingFile } from '#adapters/setting-file.ts';
import { DatabaseInUse } from '#ports/database/database.ts';
import { HeadStoreUnusable } from '#ports/head-store.ts';
import { InvalidAuthoritySettings } from '../../authorities.ts';
import { requiredWith } from '../../settings/checks/problem.ts';
import { ConfigurationProblems } from '../../settings/config.ts';
import { failureText } from './failure-text.ts';
import { languageOf, localize, terminalLanguage, withLanguage } from './language.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the language of the terminal', () => {
  it.each([
    [{ LANG: 'it_IT.UTF-8' }, 'it'],
    [{ LANG: 'it' }, 'it'],
    [{ LANG: 'it.UTF-8' }, 'it'],
    [{ LANG: 'it_CH@euro' }, 'it'],
    [{}, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'ita_odd' }, 'en'],
    [{ LANG: 'it_IT.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'it_IT.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'it_IT.UTF-8' }, 'it'],
    [{ LANG: 'it_IT.UTF-8', LC_ALL: '', LC_MESSAGES: '' }, 'it'],
  ])('%o: %s', (environment, language) => {
    expect(languageOf(environment)).toBe(language);
  });

  it('is the process’s, unless it runs a command for another terminal', async () => {
    vi.stubEnv('LC_ALL', 'it_IT.UTF-8');
    expect(terminalLanguage()).toBe('it');
    const seen = await withLanguage('en', async () => {
      await Promise.resolve();
      return localize({ it: 'sì', en: 'yes' });
    });
    expect([seen, localize({ it: 'sì', en: 'yes' })]).toEqual(['yes', 'sì']);
  });
});

describe('a failure', () => {
  it('is explained in the language of the terminal', () => {
    const unlocked = new HeadStoreUnusable('unlocked', 's3://teste/', 'no lock');
    const both = (error: unknown) => [
      withLanguage('it', () => failureText(error)),
      withLanguage('en', () => failureText(error)),
    ];
    expect(both(new DatabaseInUse({ it: 'Aperta da 7', en: 'Process 7 has it open' }))).toEqual([
      'Un altro processo usa la cartella dei dati e non accetta comandi: fermalo e riprova.',
      'Another process uses the data folder and takes no commands: stop it and try again.',
    ]);
    expect(both(unlocked)).toEqual([
      expect.stringMatching(/^Il posto delle teste s3:\/\/teste\/ non ha S3 Object Lock: .* \(no lock\)\.$/),
      expect.stringMatching(/^The place of the heads s3:\/\/teste\/ has no S3 Object Lock: .* \(no lock\)\.$/),
    ]);
    const problems = new ConfigurationProblems([
      { name: 'SMTP_USER', message: requiredWith('SMTP_PASSWORD') },
      { name: 'PORT', message: { it: 'sbagliata', en: 'wrong' } },
    ]);
    expect(both(problems)).toEqual([
      'SMTP_USER serve insieme a SMTP_PASSWORD\nPORT: sbagliata',
      'SMTP_USER is needed with SMTP_PASSWORD\nPORT: wrong',
    ]);
    expect(both(new InvalidAuthoritySettings({ it: 'SEAL_KEY: sbagliata', en: 'SEAL_KEY: wrong' }))).toEqual([
      'SEAL_KEY: sbagliata',
      'SEAL_KEY: wrong',
    ]);
    expect(both(new InvalidSettingFile('SAML_KEY', { it: 'sbagliata', en: 'wrong' }))).toEqual([
      'SAML_KEY: sbagliata',
      'SAML_KEY: wrong',
    ]);
  });

  it('that is unexpected stays the original error', () => {
    const defect = new Error('a defect');
    expect(failureText(defect)).toBe(defect);
  });
});
