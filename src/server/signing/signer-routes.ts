/** The signer's calls behind a link (P-7, P-20): no session, the token and the ceremony cookie decide. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  confirmSignature as confirmSignatureCall,
  declineSignature as declineSignatureCall,
  openLink,
  readLinkDocument,
  readSignedCopy,
  requestCode as requestCodeCall,
} from '#contract/signing.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { COPY_DAYS, LINK_HOURS } from '#domain/signing/link.ts';
import { paperName } from '#domain/signing/paper-names.ts';
import { documentSubject, record } from '../evidence/index.ts';
import { sendAttachment } from '../http/attachment.ts';
import { type Serving, serveOpen } from '../http/route.ts';
import type { World } from '../world.ts';
import {
  arrived,
  type Client,
  type CookieOf,
  enterCeremony,
  type Link,
  lostOnTheWay,
  readsForSigner,
  resolveLink,
  signerActor,
} from './ceremony.ts';
import { requestCode } from './code-request.ts';
import { type Confirmation, confirmSignature } from './confirm.ts';
import { declineSignature } from './decline.ts';
import { loadParties } from './parties.ts';
import { presentLink } from './present.ts';
import { findSigned, listPoints } from './queries.ts';
import { findLinkDocument, loadShown, noteReading, pacedStream } from './reading.ts';
import { ceremonyCookieName } from './tokens.ts';
import { signedName } from './validate.ts';

const COOKIE_SECONDS = LINK_HOURS * 3_600 + COPY_DAYS * 86_400;

const cookieOf =
  (request: FastifyRequest): CookieOf =>
  (signerId) =>
    request.cookies[ceremonyCookieName(signerId)];

const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
});

interface SignerCall {
  params: { token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Entered {
  link: Link;
  client: Client;
  /** The cookie the browser sent, or the one it is being given. */
  cookie: CookieOf;
}

/** Enters the ceremony and gives the browser its cookie, which must go out even with a refusal. */
async function enter(world: World, { params, request, reply }: SignerCall): Promise<Entered> {
  const client = clientOf(request);
  const { link, cookie } = await enterCeremony(world, params.token, cookieOf(request), client);
  if (cookie !== null) {
    void reply.setCookie(ceremonyCookieName(link.signer.id), cookie, {
      path: `/api/sign/${params.token}`,
      httpOnly: true,
      sameSite: 'strict',
      secure: world.settings.publicUrl.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    });
    const binding = link.signer.ceremony_binding;
    let sent = false;
    reply.raw.once('finish', () => {
      sent = true;
      arrived(world, link.signer.id, binding).catch((error: unknown) => {
        // Not lost: the browser's next call proves that the cookie arrived.
        world.log.warn({ err: error }, 'ceremony not noted');
      });
    });
    reply.raw.once('close', () => {
      if (!sent) lostOnTheWay(world, binding);
    });
  }
  return { link, client, cookie: cookie === null ? cookieOf(request) : () => cookie };
}

async function view(world: World, link: Link, language: Language) {
  const parties = await loadParties(world.database.read, link.session.id);
  return presentLink(link, parties, await listPoints(world.database.read, link.session.id), language);
}

function refuseUnsigned(confirmation: Confirmation): void {
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

  serveOpen(serving, openLink, async ({ params, request, language }) =>
    view(world, await resolveLink(world, params.token, cookieOf(request)), language),
  );

  serveOpen(serving, readLinkDocument, async ({ params, query, request, reply }) => {
    const link = await resolveLink(world, params.token, cookieOf(request));
    const { entry, bytes } = await loadShown(world, link, query.id);
    // Once the signature is one browser's, what another one fetches is not that browser's reading.
    const counts = await readsForSigner(world, link);
    void reply
      .type('application/pdf')
      .header('content-length', bytes.byteLength)
      .header('content-disposition', 'inline; filename="documento.pdf"');
    return pacedStream(bytes, async () => {
      if (counts) await noteReading(world, link, entry, clientOf(request));
    });
  });

  serveOpen(serving, requestCodeCall, async (call) => {
    const { link, client } = await enter(world, call);
    return requestCode(world, link, client);
  });

  serveOpen(serving, confirmSignatureCall, async (call) => {
    const { link, client, cookie } = await enter(world, call);
    refuseUnsigned(await confirmSignature(world, link, call.body, client));
    return view(world, await resolveLink(world, call.params.token, cookie), call.language);
  });

  serveOpen(serving, declineSignatureCall, async (call) => {
    const { link, client, cookie } = await enter(world, call);
    await declineSignature(world, link, call.body.reason, client);
    return view(world, await resolveLink(world, call.params.token, cookie), call.language);
  });

  serveOpen(serving, readSignedCopy, async ({ params, query, request, reply }) => {
    const link = await resolveLink(world, params.token, cookieOf(request));
    if (!link.ceremony) throw new Refusal('signing.unknownLink');
    const entry = await findLinkDocument(world, link, query.id);
    const signed = await findSigned(world.database.read, link.session.id, entry.document_id);
    if (link.state !== 'COMPLETED' || signed === undefined) throw new Refusal('document.notSigned');
    const bytes = await world.storage.get(signed.sha256);
    await world.database.transaction(async (tx) => {
      const detail = { what: 'copy', sha256: signed.sha256 } as const;
      const event = { type: 'downloaded', actor: signerActor(link.signer, clientOf(request)), detail } as const;
      await record(tx, documentSubject(entry.document_id), event, world.clock.now());
    });
    const parties = await loadParties(world.database.read, link.session.id);
    const type = parties.papers.find((paper) => paper.entry.document_id === entry.document_id)?.type ?? '';
    const fileName = signedName(`${paperName(type)}.pdf`, 'firmato');
    await sendAttachment(reply, { bytes, mimeType: 'application/pdf', fileName });
    return reply;
  });
}
