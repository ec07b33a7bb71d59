/** Administrators look at the folder types in force, see what another file would change, and put it in force. */
import * as contract from '#contract/installation/folder-types.ts';
import { Refusal } from '#domain/errors.ts';
import { configurationChanges } from '#domain/folders/configuration-changes.ts';
import { orphansOf, readConfiguration, type TypeInUse } from '#domain/folders/configuration-problems.ts';
import type { Db } from '#ports/database/database.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { currentConfiguration, digestOf, loadConfiguration } from '../configuration.ts';
import { findConfiguration, listFolderTypesInUse } from '../queries.ts';

export type ListDocumentTypes = (db: Db) => Promise<readonly TypeInUse[]>;

export function folderTypeRoutes(serving: Serving, options: { documentTypesInUse: ListDocumentTypes }): void {
  const { database, clock, log } = serving.world;
  const { documentTypesInUse } = options;

  const listInUse = async (db: Db): Promise<TypeInUse[]> => {
    const folders = (await listFolderTypesInUse(db)).map((folderType) => ({ ...folderType, documentType: null }));
    return [...folders, ...(await documentTypesInUse(db))];
  };
  const stateOf = async (db: Db) => {
    const configuration = await findConfiguration(db);
    return {
      version: configuration?.version ?? null,
      loadedBy: configuration?.loaded_by ?? null,
      loadedDate: configuration?.loaded_date.toISOString() ?? null,
      digest: digestOf(await currentConfiguration(db)),
      inUse: await listInUse(db),
    };
  };

  serveStaff(serving, contract.getFolderTypeState, () => stateOf(database.read));

  serveStaff(serving, contract.previewFolderTypes, async ({ body, language }) => {
    const current = await currentConfiguration(database.read);
    const digest = digestOf(current);
    const { configuration, problems, problemCount } = readConfiguration(body.text, language);
    if (configuration === null) return { digest, isSame: false, problems, problemCount, missing: [], changes: [] };
    const inUse = await listInUse(database.read);
    return {
      digest,
      isSame: digestOf(configuration) === digest,
      ...{ problems, problemCount },
      missing: orphansOf(configuration, inUse),
      changes: configurationChanges(current, configuration, inUse),
    };
  });

  serveStaff(serving, contract.applyFolderTypes, async ({ actor, body, language }) => {
    const { configuration } = readConfiguration(body.text, language);
    if (configuration === null) throw new Refusal('folderTypes.invalid');
    const { state, version } = await database.transaction(async (tx) => {
      const at = clock.now();
      const command = { actor, caller: staffActor(actor), configuration, inUse: documentTypesInUse, at };
      const loaded = await loadConfiguration(tx, { ...command, expected: body.digest });
      if (loaded.orphans.length > 0) throw new Refusal('folderTypes.inUse');
      return { version: loaded.version, state: await stateOf(tx) };
    });
    if (version !== null) {
      log.warn({ security: 'folderTypes.loaded', userId: actor.id, version }, 'folder types loaded in the portal');
    }
    return state;
  });
}
