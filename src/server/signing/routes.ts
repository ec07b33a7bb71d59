/** Staff calls of signing (specification §7, P-5, P-11). */
import {
  cancelSign,
  downloadAudit,
  downloadSigned,
  readEvents,
  readSigning,
  readValidation,
  renewSign,
  startSign,
} from '#contract/signing.ts';
import { findVisible, presentDocument, type SignUrls } from '../documents/index.ts';
import { documentSubject, listTrail } from '../evidence/index.ts';
import { sendAttachment } from '../http/attachment.ts';
import { staffActor } from '../http/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { presentSigning, presentTrail, presentValidation } from './present.ts';
import { findLatestSession, listSigners } from './queries.ts';
import { signerRoutes } from './signer-routes.ts';
import { beginSigning, cancelSigning, renewSigning } from './start.ts';
import { fetchSigned, validateDocument } from './validate.ts';

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
      return presentDocument(read, params.id, { actor, language, signUrls });
    });
  }

  serveStaff(serving, readSigning, async ({ params, actor }) => {
    await findVisible(read, actor, params.id);
    const session = await findLatestSession(read, params.id);
    return presentSigning(session, session === undefined ? [] : await listSigners(read, session.id));
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
    serveStaff(serving, endpoint, async ({ params, actor, request, reply }) => {
      const { bytes, fileName } = await fetchSigned(world, actor, params.id, what, staffActor(actor, request));
      await sendAttachment(reply, { bytes, mimeType: 'application/pdf', fileName });
      return reply;
    });
  }

  signerRoutes(serving);
}
