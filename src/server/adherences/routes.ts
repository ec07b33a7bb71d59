/** Routes for a customer's FEA adherence. */
import * as contract from '#contract/adherences.ts';
import { documentSubject, recordAccess } from '../evidence/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { sendStored } from '../http/response/attachment.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { type CancelSessions, findRequest, readAdherence, revokeAdherence, type TakeCopy } from './commands.ts';

/** @param others callbacks that end the signing sessions of a revoked adherence and store its signed request. */
export function adherenceRoutes(
  serving: Serving,
  others: { cancelSessions: CancelSessions; takeCopy: TakeCopy },
): void {
  const { world } = serving;
  const { database, clock, storage } = world;

  serveStaff(serving, contract.getAdherence, ({ actor, params }) => readAdherence(world, actor, params.id));

  serveStaff(serving, contract.revokeAdherence, ({ actor, params, body, request: call }) => {
    const { request = null, adherenceId = null, ...input } = body;
    const given = { input, request, adherenceId, by: staffActor(actor, call) };
    return revokeAdherence(world, { actor, id: params.id, ...given }, others);
  });

  serveStaff(serving, contract.downloadRevocationRequest, async ({ actor, params, request, reply }) => {
    const { file, moduleId } = await findRequest(database.read, { actor, ...params });
    const access = { actor: staffActor(actor, request), what: 'revocation', sha256: file.sha256 } as const;
    await sendStored({ request, reply }, storage, file, ({ partial }) =>
      database.transaction((tx) =>
        recordAccess(tx, documentSubject(moduleId), { ...access, preview: false, partial }, clock.now()),
      ),
    );
  });
}
