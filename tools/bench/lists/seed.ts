/** Creates the databases of `npm run bench -- lists`: rows by SQL, users and directory through the product's own code. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '#adapters/database/postgres.ts';
import { FOLDER_TYPES, findField } from '#domain/folders/folder-types.ts';
import type { Database } from '#ports/database/database.ts';
import { insertDirectory } from '#server/dealers/index.ts';
import { insertServices } from '#server/entitlements/index.ts';
import { currentConfiguration } from '#server/folders/index.ts';
import { createUser, makePasswordVerifier } from '#server/identity/index.ts';
import type { Cluster } from '../../../test/postgres.ts';
import { ACTORS, type BenchActor, DEALERS, ENTITIES, entityOf, hstOf, PASSWORD } from './actors.ts';
import { FIRST_NAMES, SURNAMES } from './italian-names.ts';

const LARGE_FOLDER = 3000;
/** Storage services are counted in MB. */
const TEN_TERABYTES = 10_000_000;

/** About `total` slots overall, distributed over the ranks by frequency (Zipf). */
function slots(count: number, skew: number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => (index + 1) ** -skew);
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => Math.max(1, Math.round((weight / sum) * total)));
}

const named = (names: readonly string[], skew: number) => {
  const counts = slots(names.length, skew, 10_000);
  return names.map((name, index) => ({ name, slots: counts[index] }));
};

/** Frequencies of dealers, names and types, as the generator expects them. */
async function sharesOf(database: Database): Promise<object> {
  const dealers = slots(DEALERS, 0.9, 20_000);
  return {
    dealers: dealers.map((count, index) => ({
      hst: hstOf(index + 1),
      legal_entity: entityOf(index + 1),
      slots: count,
    })),
    surnames: named(SURNAMES, 0.68),
    firstNames: named(FIRST_NAMES, 0.4),
    documentTypes: (await currentConfiguration(database.read)).flatMap((folderType) =>
      folderType.documentTypes.map((type) => ({
        folder_type: folderType.slug,
        type: type.slug,
        signable: findField(type.fields, 'SIGNABLE') !== undefined,
        share: type.visibleInWizard ? 6 : 2,
      })),
    ),
  };
}

const GENERATOR = new URL('./generate.sql', import.meta.url);

/** @returns a short version name of the databases: it changes with the schema and with the generator. */
export async function worldVersion(): Promise<string> {
  const hash = createHash('sha256');
  const folder = new URL('../../../db/migrations/', import.meta.url);
  for (const name of (await readdir(folder)).sort()) hash.update(await readFile(new URL(name, folder)));
  for (const name of await readdir(import.meta.dirname)) {
    if (/^(generate|names|seed)/.test(name)) hash.update(await readFile(join(import.meta.dirname, name)));
  }
  return hash.digest('hex').slice(0, 8);
}

/**
 * Creates one database with `documents` documents.
 * @param name must not exist; it appears only once it is complete.
 */
export async function makeWorld(cluster: Cluster, name: string, documents: number): Promise<void> {
  const draft = `${name}_draft`;
  await cluster.dropDatabase(draft);
  await cluster.createDatabase(draft);
  const database = await openPostgres(cluster.url(draft), 2);
  try {
    await makePeople(database);
    const client = new pg.Client({ connectionString: cluster.url(draft) });
    await client.connect();
    try {
      await generate(client, await sharesOf(database), documents);
      await client.query('vacuum (analyze)');
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  try {
    await admin.query(`alter database ${pg.escapeIdentifier(draft)} rename to ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
}

async function makePeople(database: Database): Promise<void> {
  const now = new Date();
  const passwordVerifier = await makePasswordVerifier(PASSWORD);
  const ranks = Array.from({ length: DEALERS }, (_, index) => index + 1);
  const entities = Array.from({ length: ENTITIES }, (_, index) => `LE${String(index + 1).padStart(3, '0')}`);
  const audit = { created_by: null, created_date: now, last_modified_by: null, last_modified_date: now };
  const service = { expires_at: null, total_space: null, total_otp: null, signature_types: [], notes: null, ...audit };
  await database.transaction(async (tx) => {
    await insertDirectory(
      tx,
      entities.map((code) => ({ code, name: `Società di prova ${code}` })),
      ranks.map((rank) => ({
        hst: hstOf(rank),
        legal_entity: entityOf(rank),
        name: `Concessionario ${rank}`,
        nome_commerciale: `Concessionario ${rank}`,
        ragione_sociale: `Società di prova ${entityOf(rank)}`,
        indirizzo: 'Via di Prova 1',
        citta: 'Bologna',
        provincia: 'BO',
        tipo_auto: 'C',
        tipo_bmwi: 'C',
        tipo_mini: 'C',
        tipo_moto: 'C',
      })),
    );
    await insertServices(
      tx,
      entities.flatMap((legal_entity) => [
        {
          ...service,
          legal_entity,
          service_type: 'SIGNATURE_TYPE',
          signature_types: ['FES'],
          folder_types: [...FOLDER_TYPES],
        },
        { ...service, legal_entity, service_type: 'OTP', total_otp: 1_000_000, folder_types: [] },
        { ...service, legal_entity, service_type: 'DISK_SPACE', total_space: TEN_TERABYTES, folder_types: [] },
        { ...service, legal_entity, service_type: 'STRONGDOX_SPACE', total_space: TEN_TERABYTES, folder_types: [] },
      ]),
    );
    for (const { login, role, hstList, brands } of Object.values(ACTORS) as BenchActor[]) {
      const person = { login, firstName: 'Prova', lastName: login, email: `${login}@example.com`, activated: true };
      await createUser(tx, { ...person, authorities: [role], hstList, brands, passwordVerifier }, null, now);
    }
  });
}

/** Rows first, then the indexes: many times faster than maintaining them row by row. */
async function generate(client: pg.Client, shares: object, documents: number): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  const settings = { documents, large_folder: LARGE_FOLDER, shares: JSON.stringify(shares) };
  for (const [name, value] of Object.entries(settings)) {
    await client.query('select set_config($1, $2, false)', [`bench.${name}`, String(value)]);
  }
  await client.query(await readFile(GENERATOR, 'utf8'));
  for (const { definition } of indexes.rows) await client.query(definition);
}
