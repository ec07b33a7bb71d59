/** Checks the role with which the product may start, and prepares a database for it (record 0044). */

import {
  grantToApplication,
  type RolePower,
  type RolePowers,
  readPowers,
} from '#adapters/database/application-role.ts';
import { openPostgres, type ServerDatabase } from '#adapters/database/postgres.ts';
import { prepareQueues } from '#adapters/jobs/prepare-queues.ts';
import { LocalizedError, localize, type Message } from './cli/terminal/language.ts';
import { MIGRATE_COMMAND } from './command-name.ts';

/** The product must not start with the role of DATABASE_URL. */
export class RoleRefused extends LocalizedError {
  override readonly name = 'RoleRefused';
}

/** Powers that the role must not have, as texts. */
export const POWER_TEXTS: Readonly<Record<RolePower, Message>> = {
  superuser: { it: 'è un superuser', en: 'is a superuser' },
  createrole: {
    it: 'può creare ruoli, quindi diventare qualunque altro (CREATEROLE)',
    en: 'can create roles and so become any other one (CREATEROLE)',
  },
  server: {
    it: 'può scrivere file o eseguire programmi sul server',
    en: 'can write files or run programs on the server',
  },
  replica: {
    it: 'può sospendere i trigger (session_replication_role)',
    en: 'can suspend triggers (session_replication_role)',
  },
  owner: {
    it: 'possiede la banca dati, lo schema o le sue tabelle',
    en: 'owns the database, the schema or its tables',
  },
  create: { it: 'può creare oggetti nello schema public', en: 'can create objects in the schema public' },
  rewrite: {
    it: 'può modificare o cancellare righe delle tabelle evidence_*',
    en: 'can change or delete rows of the tables evidence_*',
  },
};

const listed = ({ powers }: RolePowers): string =>
  powers.map((power) => `  - ${localize(POWER_TEXTS[power])}`).join('\n');

/**
 * In production a role that could rewrite the evidence ends the start before any data is read or migrated; the demo
 * continues and logs a warning.
 * @throws RoleRefused
 */
export function admitRole(
  mode: 'demo' | 'production',
  log: { warn(fields: object, message: string): void },
): (role: RolePowers) => void {
  return (role) => {
    if (role.powers.length === 0) return;
    if (mode === 'production') {
      throw new RoleRefused({
        it: `Fascicolo non parte: il ruolo ${role.role} di DATABASE_URL può riscrivere le prove.\n${listed(role)}\nIn DATABASE_URL va un ruolo che non possiede nulla. Lo prepara il proprietario: ${MIGRATE_COMMAND}`,
        en: `Fascicolo does not start: the role ${role.role} of DATABASE_URL can rewrite evidence.\n${listed(role)}\nDATABASE_URL needs a role that owns nothing. The owner prepares it: ${MIGRATE_COMMAND}`,
      });
    }
    log.warn(role, 'the role of DATABASE_URL could rewrite evidence; see docs/operations/database.md');
  };
}

/** The user in a database URL; empty if it contains none. */
const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Grants the application's role its rights, as the owner. @throws RoleRefused */
export async function prepareForApplication(owner: ServerDatabase, applicationUrl: string): Promise<string> {
  const role = roleOf(applicationUrl);
  const ownerRole = (await readPowers(owner.pool)).role;
  if (role === '' || role === ownerRole) {
    throw new RoleRefused({
      it: `DATABASE_URL deve nominare un altro ruolo che MIGRATE_DATABASE_URL (${ownerRole}): con quello del proprietario l’applicazione potrebbe riscrivere le prove.`,
      en: `DATABASE_URL must name another role than MIGRATE_DATABASE_URL (${ownerRole}): with that of the owner the application could rewrite evidence.`,
    });
  }
  const { rows } = await owner.pool.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rows.length === 0) {
    throw new RoleRefused({
      it: `Il ruolo ${role} di DATABASE_URL non c’è. Crealo, per esempio: CREATE ROLE ${role} LOGIN PASSWORD '…'`,
      en: `The role ${role} of DATABASE_URL does not exist. Create it, for example: CREATE ROLE ${role} LOGIN PASSWORD '…'`,
    });
  }
  await prepareQueues(owner);
  await grantToApplication(owner, role);
  // Checked with the role's own connection, so that its memberships count too.
  const application = await openPostgres(applicationUrl, 1, { migrate: false });
  try {
    const remaining = await readPowers(application.pool);
    if (remaining.powers.length === 0) return role;
    const heading = localize({
      it: `Il ruolo ${role} può ancora riscrivere le prove:`,
      en: `The role ${role} can still rewrite evidence:`,
    });
    throw new RoleRefused(`${heading}\n${listed(remaining)}`);
  } finally {
    await application.close();
  }
}
