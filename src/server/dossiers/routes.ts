/** Routes of customers. */
import * as contract from '#contract/dossiers.ts';
import type { Actor } from '#domain/access.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { Language } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { staffActor } from '../http/request/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { createDossier, deleteDossier, editDossier } from './commands.ts';
import { type ContactChanged, type CustomerContents, withVisibleCounts } from './customer-contents.ts';
import { customerSearchRoutes } from './customer-search-routes.ts';
import { getDossier } from './get-dossier.ts';
import { placeRoutes } from './place-routes.ts';
import { presentDossier } from './present.ts';
import type { DossierRow } from './queries.ts';
import { searchDossiers } from './search.ts';
import { similarTo } from './similar-names.ts';

/** As many as a user can scan quickly. */
const MAX_SIMILAR = 5;

export function dossierRoutes(
  serving: Serving,
  options: { contents: CustomerContents; contactChanged: ContactChanged },
): void {
  const { database, clock } = serving.world;
  const { contents, contactChanged } = options;
  customerSearchRoutes(serving);
  placeRoutes(serving);

  const presentVisible = async (db: Db, actor: Actor, row: DossierRow, language: Language): Promise<Dossier> => {
    const [visible = row] = await withVisibleCounts(db, actor, [row], contents);
    return presentDossier(visible, { language, at: clock.now() });
  };

  serveStaff(serving, contract.createDossier, ({ actor, body, language, once }) =>
    once(async (tx) => {
      const at = clock.now();
      return presentDossier(await createDossier(tx, { actor, input: body, at }), { language, at });
    }),
  );

  serveStaff(serving, contract.getDossier, async ({ actor, params, language }) => {
    const row = await getDossier(database.read, actor, { rights: ['dossier.read'] }, params.id);
    return presentVisible(database.read, actor, row, language);
  });

  serveStaff(serving, contract.updateDossier, ({ actor, body, language, request }) =>
    database.transaction(async (tx) => {
      const command = { actor, caller: staffActor(actor, request), input: body, at: clock.now() };
      return presentVisible(tx, actor, await editDossier(tx, { ...command, contents, contactChanged }), language);
    }),
  );

  serveStaff(serving, contract.deleteDossier, ({ actor, params, request }) =>
    database.transaction((tx) =>
      deleteDossier(tx, { id: params.id, actor, caller: staffActor(actor, request), at: clock.now(), contents }),
    ),
  );

  serveStaff(serving, contract.searchDossiers, async ({ actor, query, body, reply }) => {
    const { rows, total } = await searchDossiers(database.read, { actor, page: query, criteria: body, contents });
    void reply.header('x-total-count', String(total));
    return (await withVisibleCounts(database.read, actor, rows, contents)).map((row) => presentDossier(row));
  });

  serveStaff(serving, contract.searchSimilarDossiers, async ({ actor, body }) => {
    const similar = await similarTo(database.read, body.text);
    if (similar === null) return [];
    const page = { page: 0, size: MAX_SIMILAR, sort: ['lastModifiedDate,desc'] };
    const { rows } = await searchDossiers(database.read, { actor, page, criteria: [], contents, similar });
    return (await withVisibleCounts(database.read, actor, rows, contents)).map((row) => presentDossier(row));
  });
}
