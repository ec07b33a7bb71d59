/** Staff calls of signing (specification §7, P-5, P-11). */
import {
  cancelSign,
  createQrCode,
  downloadAudit,
  downloadSigned,
  readEvents,
  readSigning,
  readValidation,
  renewSign,
  startSign,
} from '#contract/signing.ts';
import { resendLink } from '#contract/waiting.ts';
import { findVisible, presentDocument, type SignUrls } from '../documents/index.ts';
import { documentSubject, listTrail, recordAccess } from '../evidence/index.ts';
import { sendStored } from '../http/attachment.ts';
import { staffActor } from '../http/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { presentSigning, presentTrail, presentValidation } from './present.ts';
import { makeQrCode } from './qr.ts';
import { findLatestSession, listSigners } from './queries.ts';
import { requestReminder } from './remind.ts';
import { signerRoutes } from './signer-routes.ts';
import { beginSigning, cancelSigning, renewSigning } from './start.ts';
import { findSignedFile, validateDocument } from './validate.ts';
import { resendOfSession } from './waiting.ts';

export function staffRoutes(serving: Serving, signUrls: SignUrls): void {
  const { world } = serving;
  const { read } = world.database;
  const commands = [
    [startSign, beginSigning],
    [cancelSign, cancelSigning],
    [renewSign, renewSigning],
  ] as const;
  for (const [endpoint, command] of commands) {
    serveStaff(serving, endpoint, async ({ params, actor, request, language }) => {
      await command(world, actor, params.id, staffActor(actor, request));
      return presentDocument(read, params.id, { actor, language, signUrls, at: world.clock.now() });
    });
  }

  serveStaff(serving, resendLink, ({ params, actor, request, once }) =>
    once((tx) => requestReminder(tx, world, { actor, by: staffActor(actor, request), documentId: params.id })),
  );

  serveStaff(serving, createQrCode, ({ params, actor }) => makeQrCode(world, actor, params.id));

  serveStaff(serving, readSigning, async ({ params, actor }) => {
    await findVisible(read, actor, params.id);
    const session = await findLatestSession(read, params.id);
    const signers = session === undefined ? [] : await listSigners(read, session.id);
    return presentSigning(session, signers, await resendOfSession(read, session, signers, world.clock.now()));
  });

  serveStaff(serving, readEvents, async ({ params, actor, language }) => {
    await findVisible(read, actor, params.id);
    return presentTrail(await listTrail(read, documentSubject(params.id)), language);
  });

  serveStaff(serving, readValidation, async ({ params, actor }) =>
    presentValidation(await validateDocument(world, actor, params.id)),
  );

  const downloads = [
    [downloadSigned, 'signed'],
    [downloadAudit, 'audit'],
  ] as const;
  for (const [endpoint, what] of downloads) {
    serveStaff(serving, endpoint, async ({ params, query, actor, request, reply }) => {
      const file = await findSignedFile(world, actor, params.id, what);
      const { documentId, sha256 } = file;
      const access = { actor: staffActor(actor, request), what, sha256, preview: query.preview };
      await sendStored({ request, reply }, world.storage, file, ({ partial }) =>
        world.database.transaction((tx) =>
          recordAccess(tx, documentSubject(documentId), { ...access, partial }, world.clock.now()),
        ),
      );
    });
  }

  signerRoutes(serving);
}
