/** The database role of the running application: it can append evidence but not rewrite it (record 0044). */
import { readFile } from 'node:fs/promises';
import pg from 'pg';

const GRANTS = new URL('../../../db/grants.sql', import.meta.url);

/** The privilege that would let a role rewrite evidence. */
export type RolePower = 'superuser' | 'createrole' | 'server' | 'replica' | 'owner' | 'create' | 'rewrite';

export interface RolePowers {
  readonly role: string;
  readonly powers: readonly RolePower[];
}

/** Powers that an append-only role must not have, each with the SQL condition that detects it. */
const CONDITIONS: Readonly<Record<RolePower, string>> = {
  superuser: '(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)',
  // Such a role can make itself a member of any other role.
  createrole: '(SELECT rolcreaterole FROM pg_roles WHERE rolname = current_user)',
  server: `pg_has_role('pg_execute_server_program', 'MEMBER') OR pg_has_role('pg_write_server_files', 'MEMBER')`,
  // With this setting a session can disable triggers.
  replica: `has_parameter_privilege('session_replication_role', 'SET')`,
  owner: `EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'MEMBER'))
    OR EXISTS (SELECT FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER'))
    OR EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public' AND pg_has_role(nspowner, 'MEMBER'))`,
  create: `has_schema_privilege('public', 'CREATE')`,
  rewrite: `EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND (relname LIKE 'evidence%' AND has_table_privilege(oid, 'UPDATE, TRUNCATE, TRIGGER')
        OR relname LIKE 'evidence%' AND relname <> 'evidence_pending' AND has_table_privilege(oid, 'DELETE')
        OR relname IN ('evidence_event', 'evidence_leaf', 'evidence_node', 'evidence_head')
          AND has_any_column_privilege(oid, 'UPDATE')))`,
};

/** @returns the role of these connections, and what it could do to the evidence beyond appending. */
export async function readPowers(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<RolePowers> {
  const columns = Object.entries(CONDITIONS).map(([power, condition]) => `(${condition}) AS ${power}`);
  const result = await client.query<Record<string, unknown>>(`SELECT current_user AS role, ${columns.join(', ')}`);
  const [row = {}] = result.rows;
  const powers = (Object.keys(CONDITIONS) as RolePower[]).filter((power) => row[power] === true);
  return { role: String(row.role), powers };
}

/**
 * Revokes all privileges of the role and grants those of db/grants.sql, in one transaction, so that a running server
 * never sees an intermediate state. The caller must be the owner, and the tables of the job queue must exist.
 */
export async function grantToApplication({ pool }: { readonly pool: pg.Pool }, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const grants = (await readFile(GRANTS, 'utf8')).replace(/--.*$/gm, '').replaceAll(':application', name);
  const revocations = ['public', 'pgboss'].flatMap((schema) => [
    ...['TABLES', 'SEQUENCES'].map((objects) => `REVOKE ALL ON ALL ${objects} IN SCHEMA ${schema} FROM ${name};`),
    `REVOKE ALL ON SCHEMA ${schema} FROM ${name};`,
  ]);
  // Several statements in one query text run as one transaction.
  await pool.query([...revocations, grants].join('\n'));
}
