/** Staff routes of signing. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { proveEvents } from '#contract/signing/evidence.ts';
import { replaceStaffSigner } from '#contract/signing/own-signature.ts';
import { getSignaturePlaces, resetSignaturePlaces, updateSignaturePlaces } from '#contract/signing/signature-places.ts';
import {
  downloadAudit,
  downloadBundle,
  downloadInterimAudit,
  downloadPartlySigned,
  downloadSigned,
  readEvents,
  readValidation,
} from '#contract/signing/signed-files.ts';
import { cancelSign, renewSign, startSign } from '#contract/signing/signing.ts';
import { correctSignerContact, readSigning } from '#contract/signing/signing-state.ts';
import { resendLink } from '#contract/signing/waiting.ts';
import type { Actor } from '#domain/access.ts';
import { findVisible, presentDocument, type SignUrls } from '../documents/index.ts';
import {
  documentSubject,
  type FileAccess,
  listTrail,
  proveWholeTrail,
  record,
  recordAccess,
} from '../evidence/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { contentDisposition, type StoredAttachment, sendAttachment, sendStored } from '../http/response/attachment.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { listNamedTo } from '../identity/index.ts';
import { gatherBundle, writeBundle } from './archive/bundle.ts';
import { findSignedFile, validateDocument } from './archive/validate.ts';
import { signerUrls } from './ceremony/links.ts';
import { signerRoutes } from './ceremony/signer-routes.ts';
import { interimTrail } from './complete/interim.ts';
import { findPartlySignedFile, presentPartlySigned } from './complete/partly-signed.ts';
import { contactRoutes } from './contact/contact-routes.ts';
import { correctContact } from './contact/correct.ts';
import { listMessages } from './messages/messages.queries.ts';
import { choosePlaces, presentPlaces, resetPlaces } from './places/places.ts';
import { loginsTold, presentSigning, presentTrail, presentValidation } from './present.ts';
import { qrRoutes } from './qr/routes.ts';
import { findLatestSession, listPoints, listSigners } from './queries.ts';
import { ownSignatureRoutes } from './staff/own-signature-routes.ts';
import { replaceSigner } from './staff/staff-signers.ts';
import { beginSigning, cancelSigning, renewSigning } from './start/start.ts';
import { signedTogether } from './start/together.ts';
import { requestReminder } from './waiting/remind.ts';
import { resendOfSession } from './waiting/waiting.ts';

/** More than the three codes, four links and few reminders of each signer. */
const MESSAGES_SHOWN = 50;

export function staffRoutes(serving: Serving, signUrls: SignUrls): void {
  const { world } = serving;
  const { read } = world.database;
  const commands = [
    [cancelSign, cancelSigning],
    [renewSign, renewSigning],
  ] as const;
  serveStaff(serving, startSign, async ({ params, actor, body, request, language }) => {
    await beginSigning(world, actor, params.id, staffActor(actor, request), {
      given: body?.signers ?? {},
      together: body?.together ?? [],
    });
    return presentDocument(read, params.id, { actor, language, signUrls, at: world.clock.now() });
  });

  for (const [endpoint, command] of commands) {
    serveStaff(serving, endpoint, async ({ params, actor, request, language }) => {
      await command(world, actor, params.id, staffActor(actor, request));
      return presentDocument(read, params.id, { actor, language, signUrls, at: world.clock.now() });
    });
  }

  serveStaff(serving, getSignaturePlaces, ({ params, actor, language }) =>
    presentPlaces(world, { actor, id: params.id, language }),
  );

  serveStaff(serving, updateSignaturePlaces, async ({ params, actor, body, request, language }) => {
    await choosePlaces(world, { actor, caller: staffActor(actor, request), id: params.id, input: body });
    return presentPlaces(world, { actor, id: params.id, language });
  });

  serveStaff(serving, resetSignaturePlaces, ({ params, actor, request }) =>
    resetPlaces(world, { actor, caller: staffActor(actor, request), id: params.id }),
  );

  serveStaff(serving, resendLink, ({ params, body, actor, request, once }) =>
    once((tx) => {
      const channel = body?.channel ?? 'EMAIL';
      return requestReminder(tx, world, { actor, by: staffActor(actor, request), documentId: params.id, channel });
    }),
  );

  const signingOf = async (id: number, actor: Actor) => {
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
  };

  serveStaff(serving, readSigning, async ({ params, actor }) => {
    await findVisible(read, actor, params.id);
    return signingOf(params.id, actor);
  });

  serveStaff(serving, correctSignerContact, async ({ params, actor, body, request }) => {
    await correctContact(world, { actor, by: staffActor(actor, request), documentId: params.id, contact: body });
    return signingOf(params.id, actor);
  });

  serveStaff(serving, replaceStaffSigner, async ({ params, actor, body, request }) => {
    await replaceSigner(world, { actor, by: staffActor(actor, request), documentId: params.id, ...body });
    return signingOf(params.id, actor);
  });

  serveStaff(serving, readEvents, async ({ params, actor, language }) => {
    await findVisible(read, actor, params.id);
    const events = await listTrail(read, documentSubject(params.id));
    const people = await listNamedTo(read, actor, loginsTold(events));
    return presentTrail(events, language, new Map(people.map(({ login, fullname }) => [login, fullname])));
  });

  serveStaff(serving, readValidation, async ({ params, actor }) =>
    presentValidation(await validateDocument(world, actor, params.id)),
  );

  const sendSigned = async (
    { actor, request, reply }: { actor: Actor; request: FastifyRequest; reply: FastifyReply },
    file: StoredAttachment & { documentId: number },
    { what, preview }: Pick<FileAccess, 'preview'> & { what: 'signed' | 'partial' | 'audit' },
  ): Promise<void> => {
    const { documentId, sha256 } = file;
    const access = { actor: staffActor(actor, request), what, sha256, preview };
    await sendStored({ request, reply }, world.storage, file, ({ partial }) =>
      world.database.transaction((tx) =>
        recordAccess(tx, documentSubject(documentId), { ...access, partial }, world.clock.now()),
      ),
    );
  };
  const downloads = [
    [downloadSigned, 'signed'],
    [downloadAudit, 'audit'],
  ] as const;
  for (const [endpoint, what] of downloads) {
    serveStaff(serving, endpoint, async (call) => {
      const { params, query, actor } = call;
      await sendSigned(call, await findSignedFile(world, actor, params.id, what), { what, preview: query.preview });
    });
  }

  serveStaff(serving, downloadPartlySigned, async (call) => {
    const { params, query, actor } = call;
    const file = await findPartlySignedFile(world, actor, params.id);
    await sendSigned(call, file, { what: 'partial', preview: query.preview });
  });

  serveStaff(serving, downloadInterimAudit, async (call) => {
    const { params, actor, request, reply } = call;
    const document = await findVisible(read, actor, params.id);
    if (document.signed_document_id !== null) {
      const file = await findSignedFile(world, actor, document.signed_document_id, 'audit');
      return sendSigned(call, file, { what: 'audit', preview: false });
    }
    const trail = await interimTrail(world, document);
    const sha256 = createHash('sha256').update(trail.bytes).digest('hex');
    const detail = { what: 'interim', sha256 } as const;
    await world.database.transaction((tx) =>
      record(
        tx,
        documentSubject(document.id),
        { type: 'downloaded', actor: staffActor(actor, request), detail },
        world.clock.now(),
      ),
    );
    return sendAttachment(reply, trail);
  });

  serveStaff(serving, downloadBundle, async ({ params, actor, request, reply }) => {
    const bundle = await gatherBundle(world, actor, params.id);
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(bundle.fileName))
      .header('cache-control', 'no-store')
      .send(Readable.from(writeBundle(world, bundle, staffActor(actor, request)), { objectMode: false }));
  });

  serveStaff(serving, proveEvents, async ({ params, actor }) => {
    const document = await findVisible(read, actor, params.id);
    const { head, events } = await proveWholeTrail(world, documentSubject(document.id));
    const { size, statement, signature, stamp } = head;
    return {
      head: { size, statement, signature, stamp },
      events: events.map(({ seq, hash, position, path }) => ({ seq, hash, position, path: [...path] })),
    };
  });

  contactRoutes(serving);
  ownSignatureRoutes(serving);
  qrRoutes(serving);
  signerRoutes(serving);
}
