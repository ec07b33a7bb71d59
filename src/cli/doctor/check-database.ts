/** Checks the database: reachability, version, role and schema. All connections are read-only. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readPowers } from '#adapters/database/application-role.ts';
import { openReadOnly, type ReadOnlyDatabase } from '#adapters/database/read-only.ts';
import { readMigrations } from '#adapters/database/schema/migrate.ts';
import type { Language, Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import { installedMode } from '#server/database/installation.ts';
import { MIGRATE_COMMAND } from '../../command-name.ts';
import { POWER_TEXTS } from '../../database-role.ts';
import { MODES } from './shared-texts.ts';

type Mode = 'demo' | 'production';

const MIN_MAJOR = 15;
const CONNECT_MS = 3_500;
const CLOCK_MS = 5_000;

const UNKNOWN_NAME: Message = {
  it: 'il nome è sconosciuto. Correggilo, oppure correggi i server DNS di questa macchina',
  en: 'the name is not known. Correct it, or this machine’s name servers',
};

/** Error codes of PostgreSQL and of the socket, and their remedies. */
const FAULTS: Readonly<Record<string, Message>> = {
  ECONNREFUSED: {
    it: 'la porta non risponde. Controlla indirizzo e porta, e che PostgreSQL sia in funzione',
    en: 'nothing listens there. Check address and port, and that PostgreSQL runs',
  },
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  ETIMEDOUT: {
    it: 'nessuna risposta. Controlla indirizzo e firewall',
    en: 'there is no answer. Check address and firewall',
  },
  '28P01': {
    it: 'la password è sbagliata. Nell’indirizzo i caratteri speciali si codificano con % (@ è %40)',
    en: 'the password is wrong. In the address, special characters are percent-encoded (@ is %40)',
  },
  '28000': {
    it: 'il ruolo non può collegarsi da qui. Controlla il ruolo e pg_hba.conf',
    en: 'the role may not connect from here. Check the role and pg_hba.conf',
  },
  '3D000': {
    it: 'la banca dati non esiste. Creala: CREATE DATABASE fascicolo OWNER fascicolo_owner',
    en: 'the database is not there. Create it: CREATE DATABASE fascicolo OWNER fascicolo_owner',
  },
  '53300': {
    it: 'non ha più connessioni libere. Aumenta max_connections, oppure chiudi ciò che le occupa',
    en: 'it has no connection left. Raise max_connections, or end what holds them',
  },
  '57P03': {
    it: 'si sta avviando o fermando. Riprova fra un momento',
    en: 'it is starting up or shutting down. Try again in a moment',
  },
  '08P01': {
    it: 'qualcosa nel mezzo parla un altro protocollo. Un pooler deve essere in modalità sessione',
    en: 'something in between speaks another protocol. A pooler must be in session mode',
  },
};

/** @param url null: the embedded database of the demo, which is inspected but not opened. */
export async function checkDatabase(
  url: string | null,
  { dataDir, mode, now }: { readonly dataDir: string; readonly mode: Mode; readonly now: () => Date },
): Promise<Finding[]> {
  if (url === null) return checkEmbedded(join(dataDir, 'database'));
  const database = openReadOnly(url, CONNECT_MS);
  try {
    return await inspect(database, mode, now);
  } catch (error) {
    return [unreachable(url, error)];
  } finally {
    await database.close();
  }
}

function unreachable(url: string, error: unknown): Finding {
  const { code, message } = error as NodeJS.ErrnoException;
  const explanation = FAULTS[code ?? ''] ?? (/timeout/i.test(message) ? FAULTS.ETIMEDOUT : undefined);
  const { host } = new URL(url);
  const text = explanation ?? {
    it: `nessuna connessione (${code ?? message}). Il motivo è nel suo log`,
    en: `no connection (${code ?? message}). Its log gives the reason`,
  };
  return failure('DATABASE_URL', { it: `${host}: ${text.it}.`, en: `${host}: ${text.en}.` });
}

async function checkEmbedded(folder: string): Promise<Finding[]> {
  const isThere = await access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  return [
    isThere
      ? ok('database', {
          it: `La banca dati della dimostrazione è in ${folder}; il controllo non la apre.`,
          en: `The demo’s own database is in ${folder}; this check does not open it.`,
        })
      : warning('database', {
          it: `In ${folder} non c’è ancora la banca dati della dimostrazione: la crea il primo avvio.`,
          en: `The demo’s own database is not in ${folder} yet: the first start makes it.`,
        }),
  ];
}

async function inspect(database: ReadOnlyDatabase, mode: Mode, now: () => Date): Promise<Finding[]> {
  const startedAt = now().getTime();
  const [server] = (
    await database.pool.query<{ version: number; name: string; standby: boolean; encoding: string; time: Date }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
        pg_is_in_recovery() AS standby, current_setting('server_encoding') AS encoding, clock_timestamp() AS time`,
    )
  ).rows;
  if (server === undefined) {
    return [
      failure('DATABASE_URL', {
        it: 'La banca dati non risponde nulla a una domanda.',
        en: 'The database does not answer a query.',
      }),
    ];
  }
  const middle = (startedAt + now().getTime()) / 2;
  const findings = [
    ok('DATABASE_URL', { it: `PostgreSQL ${server.name} risponde.`, en: `PostgreSQL ${server.name} answers.` }),
  ];
  const major = Math.floor(server.version / 10_000);
  if (major < MIN_MAJOR) {
    findings.push(
      failure('version', {
        it: `PostgreSQL ${major} è troppo vecchio. Usa la versione ${MIN_MAJOR} o una più recente.`,
        en: `PostgreSQL ${major} is too old. Use ${MIN_MAJOR} or newer.`,
      }),
    );
    return findings;
  }
  if (server.standby) {
    findings.push(
      failure('DATABASE_URL', {
        it: 'Questo è uno standby: non accetta scritture. Indica il primario.',
        en: 'This is a standby: it takes no writes. Name the primary.',
      }),
    );
  }
  if (server.encoding !== 'UTF8') {
    findings.push(
      failure('encoding', {
        it: `La banca dati è in ${server.encoding}. Ricreala con ENCODING 'UTF8'.`,
        en: `The database is in ${server.encoding}. Create it anew with ENCODING 'UTF8'.`,
      }),
    );
  }
  findings.push(clockFinding(middle, server.time.getTime()), await roleFinding(database, mode));
  return [...findings, ...(await schemaFindings(database, mode))];
}

function clockFinding(ourTime: number, serverTime: number): Finding {
  const seconds = Math.round(Math.abs(ourTime - serverTime) / 1000);
  return seconds * 1000 > CLOCK_MS
    ? warning('clock', {
        it: `Gli orologi della banca dati e di questa macchina differiscono di ${seconds} s. Usa NTP su entrambe.`,
        en: `The clocks of the database and of this machine differ by ${seconds} s. Use NTP on both.`,
      })
    : ok('clock', {
        it: 'Gli orologi della banca dati e di questa macchina concordano.',
        en: 'The clocks of the database and of this machine agree.',
      });
}

async function roleFinding({ pool }: ReadOnlyDatabase, mode: Mode): Promise<Finding> {
  const { role, powers } = await readPowers(pool);
  if (powers.length === 0) {
    return ok('role', {
      it: `${role} aggiunge alle prove e non può riscriverle.`,
      en: `${role} can add to the evidence, but not rewrite it.`,
    });
  }
  const list = (language: Language) => powers.map((power) => POWER_TEXTS[power][language]).join('; ');
  const text = {
    it: `${role} potrebbe riscrivere le prove: ${list('it')}. Usa un ruolo che non possiede nulla, e lancia “migrate” per dargli i suoi diritti.`,
    en: `${role} could rewrite evidence: it ${list('en')}. Use a role that owns nothing, and run “migrate” to give it its rights.`,
  };
  return mode === 'production' ? failure('role', text) : warning('role', text);
}

async function schemaFindings(database: ReadOnlyDatabase, mode: Mode): Promise<Finding[]> {
  const name = 'schema';
  const asOwner = { it: `Come proprietario: ${MIGRATE_COMMAND}.`, en: `As the owner: ${MIGRATE_COMMAND}.` };
  const migrate = (it: string, en: string): Finding[] => [failure(name, withAdvice({ it, en }, asOwner))];
  const ownerRows = await database.pool.query<{ owner: string | null }>(
    `SELECT (SELECT relowner::regrole::text FROM pg_class WHERE oid = to_regclass('public.schema_migration')) AS owner`,
  );
  const owner = ownerRows.rows[0]?.owner ?? null;
  if (owner === null) return migrate('La banca dati è vuota.', 'The database is empty.');
  let applied: string[];
  try {
    applied = (await database.pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')).rows.map(
      (row) => row.name,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== '42501') throw error;
    return migrate(`Il ruolo non può leggere le tabelle di ${owner}.`, `The role may not read the tables of ${owner}.`);
  }
  const shipped = (await readMigrations()).map((migration) => migration.name);
  const missing = shipped.filter((migration) => !applied.includes(migration));
  const newer = applied.filter((migration) => !shipped.includes(migration));
  if (newer.length > 0) {
    const names = newer.join(', ');
    return [
      failure(name, {
        it: `Lo schema è più recente di questo programma (${names}). Installa la versione corrispondente.`,
        en: `The schema is newer than this program (${names}). Install the version that belongs to it.`,
      }),
    ];
  }
  if (missing.length > 0) {
    const names = missing.join(', ');
    return migrate(`Allo schema di ${owner} manca ${names}.`, `The schema of ${owner} lacks ${names}.`);
  }
  const latest = applied.at(-1) ?? '';
  return [
    ok(name, { it: `Di ${owner}, fino a ${latest}.`, en: `Of ${owner}, at ${latest}.` }),
    ...(await modeFinding(database, mode)),
  ];
}

async function modeFinding({ db }: ReadOnlyDatabase, mode: Mode): Promise<Finding[]> {
  const installed = await installedMode(db);
  if (installed === null || installed === mode) return [];
  const [own, actual] = [MODES[mode], MODES[installed]];
  return [
    failure('installation', {
      it: `Questa banca dati è di ${actual.it}, le impostazioni sono di ${own.it}. Correggi NODE_ENV o DATABASE_URL.`,
      en: `This database is one of ${actual.en}, and the settings are for ${own.en}. Correct NODE_ENV or DATABASE_URL.`,
    }),
  ];
}
