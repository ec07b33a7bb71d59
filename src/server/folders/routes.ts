/** Routes of folders and their types. */
import * as contract from '#contract/folders.ts';
import { type Actor, may } from '#domain/access.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import type { Folder } from '#domain/folders/folder.ts';
import { withValues } from '#domain/papers/configured-types.ts';
import type { Db } from '#ports/database/database.ts';
import { findDossiers, summaryOf } from '../dossiers/index.ts';
import { signatureTypesOf } from '../entitlements/index.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { createFolder, deleteFolder, editFolder } from './commands.ts';
import { currentConfiguration } from './configuration.ts';
import { type FolderContents, withVisibleCounts } from './dossier-contents.ts';
import { presentFolder } from './present.ts';
import { type FolderRow, findFolder } from './queries.ts';
import { searchFolders } from './search.ts';
import { folderTypeRoutes } from './types/routes.ts';

/** @throws Refusal folder.notFound when it is absent or out of the actor's sight. */
async function findVisible(db: Db, actor: Actor, id: number): Promise<FolderRow> {
  const row = await findFolder(db, id);
  if (row === undefined) throw new Refusal('folder.notFound');
  const target = { hst: row.hst, brand: row.brand, folderType: row.type, createdBy: row.created_by };
  authorise(may(actor, 'folder.read', target), 'folder.notFound');
  return row;
}

export function folderRoutes(serving: Serving, options: { documents: FolderContents }): void {
  const { database, clock } = serving.world;
  const { documents } = options;
  folderTypeRoutes(serving, { documentTypesInUse: documents.typesInUse });

  const presentVisible = async (db: Db, actor: Actor, row: FolderRow, language: Language): Promise<Folder> => {
    const [visible = row] = await withVisibleCounts(db, actor, [row], documents);
    return presentFolder(visible, language);
  };

  serveStaff(serving, contract.getFolderTypes, async () => withValues(await currentConfiguration(database.read)));

  serveStaff(serving, contract.createFolder, ({ actor, body, language, once }) =>
    once(async (tx) => {
      const { dossierId, ...folder } = body;
      const created = await createFolder(tx, { actor, folder, customer: { dossierId }, at: clock.now() });
      return presentFolder(created.folder, language);
    }),
  );

  serveStaff(serving, contract.getFolder, async ({ actor, params, language }) =>
    presentVisible(database.read, actor, await findVisible(database.read, actor, params.id), language),
  );

  serveStaff(serving, contract.updateFolder, ({ actor, body, language }) =>
    database.transaction(async (tx) =>
      presentVisible(tx, actor, await editFolder(tx, { actor, input: body, at: clock.now() }), language),
    ),
  );

  serveStaff(serving, contract.deleteFolder, ({ actor, params }) =>
    database.transaction((tx) => deleteFolder(tx, { actor, id: params.id, at: clock.now() })),
  );

  serveStaff(serving, contract.getFolderSignatureTypes, async ({ actor, params }) => {
    const { legal_entity: legalEntity, type } = await findVisible(database.read, actor, params.id);
    return (await signatureTypesOf(database.read, [legalEntity], clock.now()))(legalEntity, type);
  });

  serveStaff(serving, contract.searchFolders, async ({ actor, query, body, reply }) => {
    const { rows, total } = await searchFolders(database.read, { actor, page: query, criteria: body, documents });
    const customers = await findDossiers(database.read, [...new Set(rows.map((row) => row.dossier_id))]);
    void reply.header('x-total-count', String(total));
    return (await withVisibleCounts(database.read, actor, rows, documents)).map((row) => {
      const customer = customers.get(row.dossier_id);
      return { ...presentFolder(row), ...(customer === undefined ? {} : { dossierDTO: summaryOf(customer) }) };
    });
  });
}
