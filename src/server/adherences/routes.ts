/** Routes for a customer's FEA adherence. */
import * as contract from '#contract/adherences.ts';
import { documentSubject, recordAccess } from '../evidence/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { sendStored } from '../http/response/attachment.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import {
  type CancelSessions,
  findRevocationRequest,
  readAdherence,
  revokeAdherence,
  type TakeCopy,
} from './commands.ts';

/** @param callbacks callbacks that end the signing sessions of a revoked adherence, and store its signed request. */
export function adherenceRoutes(
  serving: Serving,
  callbacks: { cancelSessions: CancelSessions; takeCopy: TakeCopy },
): void {
  const { world } = serving;
  const { database, clock, storage } = world;

  serveStaff(serving, contract.getAdherence, ({ actor, params }) => readAdherence(world, actor, params.id));

  serveStaff(serving, contract.revokeAdherence, ({ actor, params, body, request: httpRequest }) => {
    const { request = null, adherenceId = null, ...input } = body;
    const revocation = { input, request, adherenceId, by: staffActor(actor, httpRequest) };
    return revokeAdherence(world, { actor, id: params.id, ...revocation }, callbacks);
  });

  serveStaff(serving, contract.downloadRevocationRequest, async ({ actor, params, request, reply }) => {
    const { file, moduleId } = await findRevocationRequest(database.read, { actor, ...params });
    const access = { actor: staffActor(actor, request), what: 'revocation', sha256: file.sha256 } as const;
    await sendStored({ request, reply }, storage, file, ({ partial }) =>
      database.transaction((tx) =>
        recordAccess(tx, documentSubject(moduleId), { ...access, preview: false, partial }, clock.now()),
      ),
    );
  });
}
