/** The signer's routes behind a link: no staff session; the token and the ceremony cookie decide. */
import {
  beginReading,
  confirmSignature as confirmSignatureCall,
  declineSignature as declineSignatureCall,
  openLink,
  readLinkDocument,
  readLinkText,
  readSignedCopy,
  requestCode as requestCodeCall,
} from '#contract/signing/signing.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { sendAttachment } from '../../http/response/attachment.ts';
import { openStored, streamWithTimeout } from '../../http/response/stored-stream.ts';
import { type Serving, serveOpen } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { findNewestFile } from '../archive/archive.ts';
import { findSigned } from '../complete/signed-files.queries.ts';
import { requestCode } from '../confirm/code-request.ts';
import { type Confirmation, confirmSignature } from '../confirm/confirm.ts';
import { declineSignature } from '../confirm/decline.ts';
import { presentLink } from '../present.ts';
import { listPoints, listSigners } from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { type Link, requireHolder, resolveLink, signerActor } from './ceremony.ts';
import { createDownloadSlots } from './download-slots.ts';
import { findLinkDocument, noteReading, pacedStream, preparedFile, signerFileName } from './reading.ts';
import { clientOf, cookieOf, enterWithCookie } from './signer-browser.ts';
import { createTextReader } from './text/page-texts.ts';

export async function loadLinkView(world: World, link: Link, language: Language) {
  const parties = await loadSessionContext(world.database.read, link.session.id);
  const points = await listPoints(world.database.read, link.session.id);
  const others = link.state === 'SIGNED' ? await listSigners(world.database.read, link.session.id) : [];
  const coded = canReceiveCodes(link.signer.phone, world.settings.otpCountries);
  return presentLink(link, { parties, points, others, coded }, language);
}

function requireSigned(confirmation: Confirmation): void {
  switch (confirmation.kind) {
    case 'signed':
      return;
    case 'wrong':
      throw new Refusal('otp.wrong', { extra: { attemptsLeft: confirmation.attemptsLeft } });
    case 'expired':
      throw new Refusal('otp.expired');
    case 'locked':
      throw new Refusal('signing.locked');
  }
}

export function signerRoutes(serving: Serving): void {
  const { world } = serving;
  const downloadSlots = createDownloadSlots();
  const texts = createTextReader(world);

  serveOpen(serving, openLink, async ({ params, request, language }) =>
    loadLinkView(world, await resolveLink(world, params.token, cookieOf(request)), language),
  );

  serveOpen(serving, beginReading, async (call) => {
    const { link } = await enterWithCookie(world, call, { instead: call.body?.instead ?? undefined });
    return loadLinkView(world, link, call.language);
  });

  serveOpen(serving, readLinkDocument, async ({ params, query, request, reply }) => {
    const link = await resolveLink(world, params.token, cookieOf(request));
    requireHolder(link);
    const entry = await findLinkDocument(world, link, query.id);
    const file = { ...preparedFile(entry), fileName: await signerFileName(world.database.read, entry) };
    const stream = await pacedStream(world, reply, file, async () => {
      if (link.state === 'OPEN') await noteReading(world, link, entry, clientOf(request));
    });
    return downloadSlots.acquire(link, stream);
  });

  serveOpen(serving, readLinkText, async ({ params, query, request }) => {
    const link = await resolveLink(world, params.token, cookieOf(request));
    requireHolder(link);
    return texts.read(await findLinkDocument(world, link, query.id), query.from ?? 1);
  });

  serveOpen(serving, requestCodeCall, async (call) => {
    const { link, client } = await enterWithCookie(world, call);
    return requestCode(world, link, client);
  });

  serveOpen(serving, confirmSignatureCall, async (call) => {
    const { link, client, cookie } = await enterWithCookie(world, call);
    requireSigned(await confirmSignature(world, link, call.body, client));
    return loadLinkView(world, await resolveLink(world, call.params.token, cookie), call.language);
  });

  serveOpen(serving, declineSignatureCall, async (call) => {
    const { link, client, cookie } = await enterWithCookie(world, call);
    await declineSignature(world, link, call.body.reason, client);
    return loadLinkView(world, await resolveLink(world, call.params.token, cookie), call.language);
  });

  serveOpen(serving, readSignedCopy, async ({ params, query, request, reply }) => {
    const link = await resolveLink(world, params.token, cookieOf(request));
    if (!link.isHolder && !link.isCopy) throw new Refusal('signing.unknownLink');
    const entry = await findLinkDocument(world, link, query.id);
    const signed = await findSigned(world.database.read, link.session.id, entry.document_id);
    if (link.state !== 'COMPLETED' || signed === undefined) throw new Refusal('document.notSigned');
    const { sha256, size } = (await findNewestFile(world, signed, 'signed')) ?? signed;
    const bytes = await openStored(world.storage, { sha256, start: 0, end: size });
    await world.database.transaction(async (tx) => {
      const detail = { what: 'copy', sha256 } as const;
      const event = { type: 'downloaded', actor: signerActor(link.signer, clientOf(request)), detail } as const;
      await record(tx, documentSubject(entry.document_id), event, world.clock.now());
    });
    const fileName = await signerFileName(world.database.read, entry, 'firmato');
    const stream = downloadSlots.acquire(link, streamWithTimeout(reply, bytes));
    await sendAttachment(reply, { bytes: stream, size, mimeType: 'application/pdf', fileName });
    return reply;
  });
}
