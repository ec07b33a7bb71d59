/** Loads the configuration of folder types and document types: the shipped file, unless another was loaded. */
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
import { findConfiguration, insertConfiguration, listFolderTypesInUse, lockTypes, lockTypesShared } from './queries.ts';

const SHIPPED = new URL('../../../db/folder-types.json', import.meta.url);

/** A transaction that locks the configuration reads it only once. */
const lockedConfigurations = new WeakMap<Tx, FolderTypeConfiguration>();

let shipped: Promise<FolderTypeConfiguration> | undefined;

async function readShipped(): Promise<FolderTypeConfiguration> {
  return folderTypeConfigurationSchema.parse(JSON.parse(await readFile(SHIPPED, 'utf8')));
}

/**
 * @param lock with its transaction: the configuration stays in force until it ends, so that objects created under
 * it have an existing type.
 * @throws when the shipped file does not match its schema: a defect, reported by every call that needs it.
 */
export async function currentConfiguration(db: Db, lock?: { readonly until: Tx }): Promise<FolderTypeConfiguration> {
  const cached = lock && lockedConfigurations.get(lock.until);
  if (cached !== undefined) return cached;
  if (lock !== undefined) await lockTypesShared(lock.until);
  shipped ??= readShipped();
  const current = (await findConfiguration(db))?.configuration ?? (await shipped);
  if (lock !== undefined) lockedConfigurations.set(lock.until, current);
  return current;
}

/** One chain records all versions. */
const SUBJECT = 'configuration:folder-types';

export const digestOf = (configuration: FolderTypeConfiguration): string =>
  createHash('sha256')
    .update(canonicalJson(configuration as unknown as CanonicalValue))
    .digest('hex');

/**
 * Puts another configuration in force, on every node from its next call on; versions are added, never changed.
 * @param command.expected the digest that the caller saw in force; omitted: not compared.
 * @param command.inUse returns the document types in use, once no document is being created.
 * @returns its version, null when it equals the one in force; and the types in use that it lacks: then nothing is
 * written.
 * @throws Refusal conflict.stale when another configuration came into force in the meantime.
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
  const folders = (await listFolderTypesInUse(tx)).map((folderType) => ({ ...folderType, documentType: null }));
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
