/** Routes of templates and their versions. */
import * as contract from '#contract/paper-versions.ts';
import { Refusal } from '#domain/errors.ts';
import { clauseLanguages, clauseTypes, draftTexts } from '#domain/papers/compose-paper.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import { staffActor } from '../http/request/caller.ts';
import { sendAttachment } from '../http/response/attachment.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import {
  createVersion,
  editVersion,
  type IsOwnAccount,
  publishVersion,
  removeDraft,
  returnVersion,
  submitVersion,
} from './commands.ts';
import { feaPageRoutes } from './fea-page/routes.ts';
import { presentHead, presentVersion } from './present.ts';
import { type PreviewServices, previewPaper } from './preview.ts';
import { findVersion, listVersions } from './queries.ts';

/** Per user: an active editor requests at most one a second. */
const PREVIEW_LIMIT = { limit: 60, windowSeconds: 60 };

export function paperRoutes(
  serving: Serving,
  { configuration, isOwnAccount }: Pick<PreviewServices, 'configuration'> & { isOwnAccount: IsOwnAccount },
): void {
  const { world } = serving;
  const { database, clock } = world;
  feaPageRoutes(serving);

  serveStaff(serving, contract.listPapers, async () => {
    const states = ['DRAFT', 'SUBMITTED', 'PUBLISHED'] as const;
    const versions = await listVersions(database.read, { kind: 'CLAUSES', states });
    return clauseTypes.flatMap((type) =>
      clauseLanguages(type).map((language) => {
        const { version: productVersion = '', clauses = [] } = draftTexts(type, language) ?? {};
        const ofType = versions.filter((version) => version.document_type === type && version.language === language);
        return { type, language, productVersion, clauses: clauses.length, versions: ofType.map(presentHead) };
      }),
    );
  });

  serveStaff(serving, contract.getPaper, async ({ params: { type }, query: { language } }) => {
    const drafted = draftTexts(type, language);
    if (drafted === undefined) throw new Refusal('paper.notFound');
    const { version: productVersion, clauses, placeholders } = drafted;
    return { type, language, productVersion, clauses, placeholders };
  });

  serveStaff(serving, contract.previewPaper, async ({ actor, body, reply }) => {
    const count = () => serving.countCall(`paper-preview:${actor.id}`, PREVIEW_LIMIT);
    const bytes = await previewPaper(world, body, { configuration, count });
    await sendAttachment(reply, { bytes, mimeType: 'application/pdf', fileName: paperFileName(body.type) });
  });

  serveStaff(serving, contract.listPaperVersions, async ({ query }) =>
    (await listVersions(database.read, query)).map(presentHead),
  );

  serveStaff(serving, contract.getPaperVersion, async ({ params, language }) => {
    const row = await findVersion(database.read, params.id);
    if (row === undefined) throw new Refusal('paperVersion.notFound');
    return presentVersion(row, language);
  });

  serveStaff(serving, contract.createPaperVersion, ({ actor, body, language, once }) =>
    once(async (tx) => presentVersion(await createVersion(tx, { actor, input: body, at: clock.now() }), language)),
  );

  serveStaff(serving, contract.updatePaperVersion, async ({ actor, body, language }) =>
    presentVersion(
      await database.transaction((tx) => editVersion(tx, { actor, input: body, at: clock.now() })),
      language,
    ),
  );

  serveStaff(serving, contract.deletePaperVersion, async ({ actor, params }) => {
    await database.transaction((tx) => removeDraft(tx, { actor, id: params.id, at: clock.now() }));
  });

  serveStaff(serving, contract.submitPaperVersion, async ({ actor, params, request, language }) => {
    const command = { actor, caller: staffActor(actor, request), id: params.id, at: clock.now() };
    return presentVersion(await database.transaction((tx) => submitVersion(tx, command)), language);
  });

  serveStaff(serving, contract.publishPaperVersion, async ({ actor, params, body, request, language }) => {
    const caller = staffActor(actor, request);
    const command = { actor, caller, id: params.id, digest: body.digest, at: clock.now(), isOwnAccount };
    return presentVersion(await database.transaction((tx) => publishVersion(tx, command)), language);
  });

  serveStaff(serving, contract.returnPaperVersion, async ({ actor, params, body, request, language }) => {
    const command = { actor, caller: staffActor(actor, request), id: params.id, reason: body.reason, at: clock.now() };
    return presentVersion(await database.transaction((tx) => returnVersion(tx, command)), language);
  });
}
