/** Staff routes of signing. */
import { replaceStaffSigner } from '#contract/signing/own-signature.ts';
import { correctSignerContact, readSigning } from '#contract/signing/signing-state.ts';
import { resendLink } from '#contract/signing/waiting.ts';
import type { Actor } from '#domain/access.ts';
import { findVisible, type SignUrls } from '../documents/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import type { World } from '../world.ts';
import { signedFileRoutes } from './archive/signed-file-routes.ts';
import { signerUrls } from './ceremony/sign-links.ts';
import { signerRoutes } from './ceremony/signer-routes.ts';
import { presentPartlySigned } from './complete/partly-signed.ts';
import { contactRoutes } from './contact/contact-routes.ts';
import { correctContact } from './contact/correct-contact.ts';
import { listMessages } from './messages/messages.queries.ts';
import { signaturePlaceRoutes } from './places/routes.ts';
import { presentSigning } from './present.ts';
import { qrRoutes } from './qr/routes.ts';
import { findLatestSession, listPoints, listSigners } from './queries.ts';
import { ownSignatureRoutes } from './staff/own-signature-routes.ts';
import { replaceSigner } from './staff/staff-signers.ts';
import { startRoutes } from './start/routes.ts';
import { signedTogether } from './start/signed-together.ts';
import { requestReminder } from './waiting/remind.ts';
import { resendOfSession } from './waiting/waiting-signatures.ts';

/** More than the three codes, four links and few reminders of each signer. */
const MESSAGES_SHOWN = 50;

/** The latest session of a document, as the desk sees it. */
async function loadSigningState(world: World, actor: Actor, id: number) {
  const { read } = world.database;
  const session = await findLatestSession(read, id);
  const signers = session === undefined ? [] : await listSigners(read, session.id);
  const points = session === undefined ? [] : await listPoints(read, session.id);
  return presentSigning(session, signers, {
    points: points.filter((point) => point.document_id === id),
    resend: await resendOfSession(read, session, signers, world.clock.now()),
    urls: await signerUrls(world, read, id, actor),
    partlySigned: await presentPartlySigned(read, id),
    together: session === undefined ? [] : await signedTogether(read, actor, session, id),
    messages: await listMessages(
      read,
      signers.map((signer) => signer.id),
      MESSAGES_SHOWN,
    ),
  });
}

export function staffRoutes(serving: Serving, signUrls: SignUrls): void {
  const { world } = serving;
  startRoutes(serving, signUrls);
  signaturePlaceRoutes(serving);
  signedFileRoutes(serving);

  serveStaff(serving, readSigning, async ({ params, actor }) => {
    await findVisible(world.database.read, actor, params.id);
    return loadSigningState(world, actor, params.id);
  });

  serveStaff(serving, correctSignerContact, async ({ params, actor, body, request }) => {
    await correctContact(world, { actor, by: staffActor(actor, request), documentId: params.id, contact: body });
    return loadSigningState(world, actor, params.id);
  });

  serveStaff(serving, replaceStaffSigner, async ({ params, actor, body, request }) => {
    await replaceSigner(world, { actor, by: staffActor(actor, request), documentId: params.id, ...body });
    return loadSigningState(world, actor, params.id);
  });

  serveStaff(serving, resendLink, ({ params, body, actor, request, once }) =>
    once((tx) => {
      const channel = body?.channel ?? 'EMAIL';
      return requestReminder(tx, world, { actor, by: staffActor(actor, request), documentId: params.id, channel });
    }),
  );

  contactRoutes(serving);
  ownSignatureRoutes(serving);
  qrRoutes(serving);
  signerRoutes(serving);
}
