/** deploy/.env.example names every existing setting and no other; secrets are given by file, and one parser reads them all. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig, SECRETS, settingNames } from '../../src/settings/config.ts';

const example = readFileSync(join(import.meta.dirname, '../../deploy/.env.example'), 'utf8');

/** Secrets with a format of their own; all others may contain any character. */
const SECRET: Record<string, string> = {
  APP_SECRET_FILE: `${Buffer.alloc(32, 7).toString('base64')}\n`,
  DATABASE_URL_FILE: 'postgresql://fascicolo_app:x@127.0.0.1/fascicolo\n',
};

const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '');
const withoutFile = (name: string) =>
  SECRETS.includes(name.replace(/_FILE$/, '')) ? name.replace(/_FILE$/, '') : name;

describe('the settings example', () => {
  test('lists every setting, the second gateway by reference to the first', () => {
    const expected = [...settingNames].filter((name) => !name.startsWith('SMS_2_'));
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.filter((name) => !named.map(withoutFile).includes(name))).toEqual([]);
  });

  test('lists no unknown setting, and none twice', () => {
    expect(named.map(withoutFile).filter((name) => !settingNames.has(name))).toEqual([]);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });

  test('contains no secret: each is given by file, and the owner of the tables elsewhere', () => {
    const values = parseEnv(example);
    expect(SECRETS.filter((name) => (values[name] ?? '') !== '')).toEqual([]);
    expect(values.MIGRATE_DATABASE_URL).toBeUndefined();
  });

  test('is sufficient to start, once the secret files exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fascicolo-secrets-'));
    try {
      const values = parseEnv(example.replaceAll('/etc/fascicolo/secrets', folder));
      for (const [name, path] of Object.entries(values)) {
        if (name.endsWith('_FILE')) writeFileSync(path ?? '', SECRET[name] ?? 'x&!$"\'\n');
      }
      expect(readConfig(values)).toMatchObject({ mode: 'production', PUBLIC_URL: 'https://fascicolo.example.it' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
