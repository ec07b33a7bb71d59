/** Checks the role with which the product may start, and prepares a database for it (record 0044). */

import { askPowers, grantToApplication, type RolePower, type RolePowers } from '#adapters/database/application-role.ts';
import { openPostgres, type ServerDatabase } from '#adapters/database/postgres.ts';
import { prepareQueues } from '#adapters/jobs/prepare.ts';
import { MIGRATE_COMMAND } from './command-name.ts';

/** The product must not start with the role of DATABASE_URL. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused';
}

const POWERS: Readonly<Record<RolePower, string>> = {
  superuser: 'è un superuser',
  createrole: 'può creare ruoli, quindi diventare qualunque altro (CREATEROLE)',
  server: 'può scrivere file o eseguire programmi sul server',
  replica: 'può sospendere i trigger (session_replication_role)',
  owner: 'possiede la banca dati, lo schema o le sue tabelle',
  create: 'può creare oggetti nello schema public',
  rewrite: 'può modificare o cancellare righe delle tabelle evidence_*',
};

const listed = ({ powers }: RolePowers): string => powers.map((power) => `  - ${POWERS[power]}`).join('\n');

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
      throw new RoleRefused(
        [
          `Fascicolo non parte: il ruolo ${role.role} di DATABASE_URL può riscrivere le prove.`,
          listed(role),
          `In DATABASE_URL va un ruolo che non possiede nulla. Lo prepara il proprietario: ${MIGRATE_COMMAND}`,
        ].join('\n'),
      );
    }
    log.warn(role, 'the role of DATABASE_URL could rewrite evidence; see docs/operations/database.md');
  };
}

/** The user in a database URL; empty if it contains none. */
const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Grants the application's role its rights, as the owner. @throws RoleRefused */
export async function prepareForApplication(owner: ServerDatabase, applicationUrl: string): Promise<string> {
  const role = roleOf(applicationUrl);
  const ownerRole = (await askPowers(owner.pool)).role;
  if (role === '' || role === ownerRole) {
    throw new RoleRefused(
      `DATABASE_URL deve nominare un altro ruolo che MIGRATE_DATABASE_URL (${ownerRole}): con quello del proprietario l’applicazione potrebbe riscrivere le prove.`,
    );
  }
  const { rows } = await owner.pool.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rows.length === 0) {
    throw new RoleRefused(
      `Il ruolo ${role} di DATABASE_URL non c’è. Crealo, per esempio: CREATE ROLE ${role} LOGIN PASSWORD '…'`,
    );
  }
  await prepareQueues(owner);
  await grantToApplication(owner, role);
  // Checked with the role's own connection, so that its memberships count too.
  const application = await openPostgres(applicationUrl, 1, { migrate: false });
  try {
    const left = await askPowers(application.pool);
    if (left.powers.length === 0) return role;
    throw new RoleRefused(`Il ruolo ${role} può ancora riscrivere le prove:\n${listed(left)}`);
  } finally {
    await application.close();
  }
}
