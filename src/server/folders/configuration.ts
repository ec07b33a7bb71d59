/** Which folder types and document types exist: the file that ships with the product, unless another was loaded (P-16). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { orphansOf, type TypeInUse } from '#domain/folders/configuration-problems.ts';
import { folderTypeConfigurationSchema } from '#domain/folders/folder-type-schemas.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { record } from '../evidence/index.ts';
import { findConfiguration, insertConfiguration, keepTypes, listFolderTypesInUse, lockTypes } from './queries.ts';

const SHIPPED = new URL('../../../db/folder-types.json', import.meta.url);

/** What a transaction keeps in force is read once. */
const keptBy = new WeakMap<Tx, FolderTypeConfiguration>();

let shipped: Promise<FolderTypeConfiguration> | undefined;

async function readShipped(): Promise<FolderTypeConfiguration> {
  return folderTypeConfigurationSchema.parse(JSON.parse(await readFile(SHIPPED, 'utf8')));
}

/**
 * @param held with its transaction: it stays in force until that ends, and what is made by it is of a type that is there.
 * @throws when the shipped file does not fit its schema: a defect, and every call that needs it says so.
 */
export async function currentConfiguration(db: Db, held?: { readonly until: Tx }): Promise<FolderTypeConfiguration> {
  const known = held && keptBy.get(held.until);
  if (known !== undefined) return known;
  if (held !== undefined) await keepTypes(held.until);
  shipped ??= readShipped();
  const current = (await findConfiguration(db))?.configuration ?? (await shipped);
  if (held !== undefined) keptBy.set(held.until, current);
  return current;
}

/** All versions are told in one chain. */
const SUBJECT = 'configuration:folder-types';

export const digestOf = (configuration: FolderTypeConfiguration): string =>
  createHash('sha256')
    .update(canonicalJson(configuration as unknown as CanonicalValue))
    .digest('hex');

/**
 * Puts another configuration in force, on every node from its next call on; versions are added, never changed.
 * @param expected the digest of what the caller has seen in force; left out: not compared.
 * @param inUse asks what the documents' subject knows of the types of documents, once none is made any more.
 * @returns its version; null when it says what the one in force says; what would be of no type any more, and then nothing
 * is written.
 * @throws Refusal conflict.stale when another configuration came into force meanwhile.
 */
export async function loadConfiguration(
  tx: Tx,
  command: {
    actor: Actor;
    caller: EvidenceActor;
    configuration: FolderTypeConfiguration;
    inUse: (tx: Tx) => Promise<readonly TypeInUse[]>;
    at: Date;
    expected?: string;
  },
): Promise<{ readonly version: number | null; readonly orphans: readonly TypeInUse[] }> {
  const { actor, caller, configuration, at } = command;
  await lockTypes(tx);
  const current = digestOf(await currentConfiguration(tx));
  if (command.expected !== undefined && command.expected !== current) throw new Refusal('conflict.stale');
  const folders = (await listFolderTypesInUse(tx)).map((one) => ({ ...one, documentType: null }));
  const orphans = orphansOf(configuration, [...folders, ...(await command.inUse(tx))]);
  if (orphans.length > 0) return { version: null, orphans };
  const sha256 = digestOf(configuration);
  if (sha256 === current) return { version: null, orphans };
  const replaced = (await findConfiguration(tx))?.version ?? null;
  const version = await insertConfiguration(tx, { configuration, by: actor.login, at });
  const detail = { version, sha256, replaced };
  await record(tx, SUBJECT, { type: 'folderTypes.loaded', actor: caller, detail }, at);
  return { version, orphans };
}
