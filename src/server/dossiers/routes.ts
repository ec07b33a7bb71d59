/** Calls on customers. */
import * as contract from '#contract/dossiers.ts';
import { may, visibleTo } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { listing } from '../database/listing.ts';
import { scopeConditions } from '../database/scope.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { createDossier } from './commands.ts';
import { presentDossier } from './present.ts';
import { DOSSIER_COLUMNS, dossierConditions, findDossier, listDossiers } from './queries.ts';

const SORTABLE = Object.fromEntries(contract.DOSSIER_SORTS.map((name) => [name, DOSSIER_COLUMNS[name]]));

/** Deleted customers are in no list, whatever is asked for (specification §7). */
const OPEN = { field: 'status', kind: 'code', operator: 'equals', values: ['OPEN'] } as const;

export function dossierRoutes(serving: Serving): void {
  const { database, clock } = serving.world;

  serveStaff(serving, contract.createDossier, async ({ actor, body, language }) => {
    const row = await database.transaction((tx) => createDossier(tx, { actor, input: body, at: clock.now() }));
    return presentDossier(row, language);
  });

  serveStaff(serving, contract.getDossier, async ({ actor, params, language }) => {
    const row = await findDossier(database.read, params.id);
    if (row === undefined) throw new Refusal('dossier.notFound');
    authorise(may(actor, 'dossier.read', { hst: row.hst, createdBy: row.created_by }), 'dossier.notFound');
    return presentDossier(row, language);
  });

  serveStaff(serving, contract.searchDossiers, async ({ actor, query, body, reply }) => {
    const { rows, total } = await listDossiers(
      database.read,
      listing(query, {
        conditions: [
          ...scopeConditions(visibleTo(actor, 'dossier.read'), {
            hst: DOSSIER_COLUMNS.hst,
            createdBy: DOSSIER_COLUMNS.createdBy,
          }),
          ...dossierConditions([OPEN, ...body]),
        ],
        sortable: SORTABLE,
        objectName: 'dossier',
      }),
    );
    void reply.header('x-total-count', String(total));
    return rows.map((row) => presentDossier(row));
  });
}
