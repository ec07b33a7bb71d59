/** Calls on folders and their types. */
import * as contract from '#contract/folders.ts';
import { may, visibleTo } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { listing } from '../database/listing.ts';
import { scopeConditions } from '../database/scope.ts';
import { findDossiers, summaryOf } from '../dossiers/index.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { createFolder } from './commands.ts';
import { currentConfiguration } from './configuration.ts';
import { presentFolder } from './present.ts';
import { FOLDER_COLUMNS, findFolder, folderConditions, listFolders } from './queries.ts';

const SORTABLE = Object.fromEntries(contract.FOLDER_SORTS.map((name) => [name, FOLDER_COLUMNS[name]]));
const SCOPE = {
  hst: FOLDER_COLUMNS.hst,
  createdBy: FOLDER_COLUMNS.createdBy,
  brand: FOLDER_COLUMNS.brand,
  folderType: FOLDER_COLUMNS.type,
};

const OPEN = { field: 'status', kind: 'code', operator: 'equals', values: ['OPEN'] } as const;
/** Deleted folders are in no list, whatever is asked for. */
const NOT_DELETED = { field: 'status', kind: 'code', operator: 'in', values: ['OPEN', 'CLOSED'] } as const;

export function folderRoutes(serving: Serving): void {
  const { database, clock } = serving.world;

  serveStaff(serving, contract.getFolderTypes, () => currentConfiguration(database.read));

  serveStaff(serving, contract.createFolder, async ({ actor, body, language }) => {
    const { dossierId, ...folder } = body;
    const created = await database.transaction((tx) =>
      createFolder(tx, { actor, folder, customer: { dossierId }, at: clock.now() }),
    );
    return presentFolder(created.folder, language);
  });

  serveStaff(serving, contract.getFolder, async ({ actor, params, language }) => {
    const row = await findFolder(database.read, params.id);
    if (row === undefined) throw new Refusal('folder.notFound');
    const target = { hst: row.hst, brand: row.brand, folderType: row.type, createdBy: row.created_by };
    authorise(may(actor, 'folder.read', target), 'folder.notFound');
    return presentFolder(row, language);
  });

  serveStaff(serving, contract.searchFolders, async ({ actor, query, body, reply }) => {
    const status = body.some((criterion) => criterion.field === 'status') ? NOT_DELETED : OPEN;
    const { rows, total } = await listFolders(
      database.read,
      listing(query, {
        conditions: [
          ...scopeConditions(visibleTo(actor, 'folder.read'), SCOPE),
          ...folderConditions([status, ...body]),
        ],
        sortable: SORTABLE,
        objectName: 'folder',
      }),
    );
    const customers = await findDossiers(database.read, [...new Set(rows.map((row) => row.dossier_id))]);
    void reply.header('x-total-count', String(total));
    return rows.map((row) => {
      const customer = customers.get(row.dossier_id);
      return { ...presentFolder(row), ...(customer === undefined ? {} : { dossierDTO: summaryOf(customer) }) };
    });
  });
}
