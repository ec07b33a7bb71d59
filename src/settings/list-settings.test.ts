/** Each setting is described, and nothing else is: what is read, what is printed for operators, and the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig, settingNames } from './config.ts';
import { listSettings, VARIABLES } from './list-settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const settings = listSettings().flatMap((subject) => subject.settings);
const byName = new Map(settings.map((one) => [one.name, one]));

/** Source and scripts of the product, with their paths. */
const files = ['src', 'scripts', 'deploy'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && entry.name !== '.env.example')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /^(?!.*\.(?:png|svg|sql|md|css|html|json)$)/.test(path) && !path.includes('/src/web/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
);

/** Names of variables that a file takes from its environment. */
function readIn(text: string): string[] {
  const destructured = [...text.matchAll(/const \{([^}]*)\} = process\.env/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/\b([A-Z][A-Z\d_]+)\b/g)].map(([name]) => name),
  );
  const named = [...text.matchAll(/(?:process\.env|environment|env)\.([A-Z][A-Z\d_]*)\b|\$\{([A-Z][A-Z\d_]*):?-/g)];
  return [...destructured, ...named.map(([, a, b]) => a ?? b ?? '')];
}

/** Of every machine and of Node itself. */
const OF_THE_MACHINE = ['PATH', 'NODE_OPTIONS', 'NODE_ENV'];

describe('the printed settings', () => {
  it('are those that are read', () => {
    expect([...byName.keys()].sort()).toEqual([...settingNames].sort());
    expect(byName.size).toBe(settings.length);
  });

  it('are printed with every other variable that source and scripts read', () => {
    const variables = VARIABLES.flatMap(({ name }) => name.split(', '));
    const known = new Set([...byName.keys(), ...variables, ...OF_THE_MACHINE]);
    const read = files.flatMap(({ path, text }) => readIn(text).map((name) => ({ name, path })));
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter(({ name }) => !known.has(name))).toEqual([]);
    const source = files.filter(({ path }) => !path.endsWith('src/settings/list-settings.ts')).map(({ text }) => text);
    const unread = variables.filter((name) => !source.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(unread).toEqual([]);
  });

  it('have valid examples, and units for numbers', () => {
    const refused = settings.filter(({ schema, secret, example }) => !secret && !schema.safeParse(example).success);
    expect(refused.map(({ name }) => name)).toEqual([]);
    const bare = settings.filter(({ kind, unit }) => /^\d+ to \d+$/.test(kind) && unit === undefined);
    expect(bare.map(({ name }) => name)).toEqual(['PORT', 'SMTP_PORT']);
  });

  it('state default, range and mode as in the code', () => {
    expect(byName.get('HEAD_MINUTES')).toMatchObject({ byDefault: '15', kind: '1 to 1440', mode: 'both', needed: [] });
    expect(byName.get('OTP_COUNTRIES')).toMatchObject({ byDefault: '39', kind: 'text' });
    expect(byName.get('JOBS')?.kind).toBe('`here`, `none`, `only`');
    expect(byName.get('WEBHOOK_LOOPBACK')?.mode).toBe('demo');
    expect(byName.get('SMTP_HOST')?.mode).toBe('production');
    const schema = byName.get('HEAD_MINUTES')?.schema ?? z.never();
    expect(schema.parse(undefined)).toBe(readConfig({}).HEAD_MINUTES);
  });

  it('state when each is required, as the start does', () => {
    expect(byName.get('APP_SECRET')?.needed).toEqual(['in production']);
    expect(byName.get('OIDC_ISSUER')?.needed).toEqual(['in production for sign-in, unless SAML_IDP_ENTITY_ID is set']);
    expect(byName.get('SMTP_PASSWORD')?.needed).toEqual(['with `SMTP_USER`']);
    expect(byName.get('SMS_1_FROM')?.needed).toEqual(['with `SMS_1_URL`']);
    expect(byName.get('SAML_KEY')?.needed).toEqual(['with any other `SAML_…`']);
    expect(byName.get('LOG_LEVEL')?.needed).toEqual([]);
  });

  it('are one sentence each', () => {
    const wrong = settings.filter(({ what }) => !/^[A-Z`][^\n]*\.$/.test(what));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
