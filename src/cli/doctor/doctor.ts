/** `fascicolo doctor`: checks every part of an installation and every external system, and names the remedy for each fault. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clock } from '#ports/clock.ts';
import { COMMAND } from '../../command-name.ts';
import { secretsFrom } from '../../secrets.ts';
import { type Config, ConfigurationProblems, readConfig } from '../../settings/config.ts';
import { localize, type Message } from '../terminal/language.ts';
import type { Services } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { readValidParts, skipInvalid } from './partly-valid.ts';
import { type Check, jsonOf, type Report, reportOf, runChecks, treeOf } from './report.ts';
import { checksOf, type Installation, readDemoSecrets } from './run.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} doctor [--json] [--mail INDIRIZZO]

  Controlla impostazioni, disco, banca dati, chiavi, marche temporali, file, accesso, posta, SMS, indirizzo
  pubblico, copie e custode, e dice riga per riga che cosa non va e che cosa fare. Va anche a servizio fermo.
  Non cambia nulla; ciò che scrive per prova lo nomina e lo toglie.

  --json            il risultato in formato JSON
  --mail INDIRIZZO  manda inoltre un messaggio di prova a questo indirizzo

Codici di uscita: 0 nulla impedisce di lavorare (avvisi compresi), 1 qualcosa non va, 2 argomenti errati.`,
  en: `Usage: ${COMMAND} doctor [--json] [--mail ADDRESS]

  Checks settings, disk, database, keys, timestamps, files, sign-in, mail, SMS, public address, backups and custodian,
  and reports line by line what is wrong and what to do, whether the product runs or not.
  It changes nothing: it names and removes its test files and objects.

  --json            the result as JSON
  --mail ADDRESS    also sends a test message to this address

Exit codes: 0 nothing prevents the product from working (warnings included), 1 something is wrong, 2 wrong arguments.`,
};

type Environment = Readonly<Record<string, string | undefined>>;

export interface DoctorArguments {
  readonly json: boolean;
  readonly mailTo: string | null;
}

/** @returns 0 when no check failed, 1 when one did, 2 for wrong arguments. */
export async function doctor(args: string[]): Promise<number> {
  const options = readArguments(args);
  if (options === null) {
    console.error(localize(USAGE));
    return 2;
  }
  const report = await examine(process.env, options, { now: () => new Date() });
  console.log(options.json ? jsonOf(report) : treeOf(report).join('\n'));
  return report.level === 'failure' ? 1 : 0;
}

export function readArguments(args: string[]): DoctorArguments | null {
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean', default: false }, mail: { type: 'string' } },
    });
    const mailTo = values.mail ?? null;
    return mailTo === null || /^[^\s@<>]+@[^\s@<>]+$/.test(mailTo) ? { json: values.json, mailTo } : null;
  } catch {
    return null;
  }
}

/** If some settings are wrong, the parts configured by the others are still checked. */
export async function examine(
  environment: Environment,
  { mailTo }: Pick<DoctorArguments, 'mailTo'>,
  clock: Clock,
): Promise<Report> {
  const version = await ownVersion();
  const at = clock.now().toISOString();
  let config: Config;
  try {
    config = readConfig({ ...environment });
  } catch (error) {
    if (!(error instanceof ConfigurationProblems)) throw error;
    const { problems } = error;
    const invalidNames = problems.map(({ name }) => name);
    const partial = readValidParts(environment, version);
    const settings: Check = { name: 'settings', run: () => checkSettings(environment, problems) };
    const checks = [settings, ...skipInvalid(checksOf(partial, { clock, mailTo }), invalidNames)];
    return reportOf(await runChecks(checks), { version, mode: partial.mode, at });
  }
  const installation = await installationOf(config, version);
  const settings: Check = { name: 'settings', run: () => checkSettings(environment, []) };
  const checks = [settings, ...checksOf(installation, { clock, mailTo })];
  return reportOf(await runChecks(checks), { version, mode: installation.mode, at });
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function installationOf(config: Config, version: string): Promise<Installation> {
  const { dataDir, mode, production } = config;
  const signIn = production?.signIn ?? null;
  return {
    ...{ mode, version, dataDir, authorities: config.authorities, heads: config.heads, storage: config.files },
    publicUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`,
    trustedProxies: config.TRUSTED_PROXIES,
    databaseUrl: config.DATABASE_URL ?? null,
    secrets: production === null ? await readDemoSecrets(dataDir) : secretsFrom(production.secret),
    ...{ mail: production?.mail ?? null, sms: production?.sms ?? null },
    saml: signIn !== null && 'saml' in signIn ? signIn.saml : null,
    oidc: signIn !== null && 'oidc' in signIn ? signIn.oidc : null,
    search: config.search,
    webhooks: config.webhooks,
    services: servicesOf(config),
    backupRecipients: config.backupRecipients,
    custodian: config.HANDWRITING_CUSTODIAN ?? null,
  };
}

function servicesOf({
  TOOLS_URL: url,
  TOOLS_TOKEN: token,
  TOOLS_TEST: test,
  CONSENTS_URL: consents,
}: Config): Services {
  return { tools: url === undefined || token === undefined ? null : { url, token, test }, consents: consents ?? null };
}
