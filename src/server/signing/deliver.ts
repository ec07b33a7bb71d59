/** Jobs: the e-mail with the link and the SMS with the code, each sent once however often its job runs (D-42, D-44, D-46). */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { codeMessage, linkMail } from '#domain/signing/messages.ts';
import { paperName } from '#domain/signing/paper-names.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { deriveCode } from './codes.ts';
import { loadParties, type Parties } from './parties.ts';
import { sessionFingerprint } from './present.ts';
import {
  findCode,
  findSession,
  findSigner,
  insertLinkDelivery,
  linkWasSent,
  type Session,
  type Signer,
  setCodeDelivery,
} from './queries.ts';
import { bookCode } from './quota.ts';
import { linkToken } from './tokens.ts';

export function signUrlOf(world: World, link: { signerId: number; sessionId: number; epoch: number }): string {
  return `${world.settings.publicUrl}/sign/${linkToken(world.secrets, link)}`;
}

/** One name for one document, `3 documenti` for several. */
const labelOf = (parties: Parties): string =>
  parties.papers.length === 1 ? paperName(parties.papers[0]?.type ?? '') : `${parties.papers.length} documenti`;

interface Addressed {
  signer: Signer;
  session: Session;
}

async function findAddressed(world: World, signerId: number): Promise<Addressed | undefined> {
  const signer = await findSigner(world.database.read, signerId);
  const session = signer === undefined ? undefined : await findSession(world.database.read, signer.session_id);
  if (signer === undefined || session === undefined || session.state !== 'OPEN') return undefined;
  return { signer, session };
}

/** Sends the link of one signer and epoch; a link that is no longer good is not sent. */
export async function sendLink(world: World, data: { signerId: number; epoch: number }): Promise<void> {
  const addressed = await findAddressed(world, data.signerId);
  if (addressed === undefined || addressed.signer.link_epoch !== data.epoch) return;
  const { signer, session } = addressed;
  if (await linkWasSent(world.database.read, signer.id, data.epoch)) return;
  const parties = await loadParties(world.database.read, session.id);
  const { providerId } = await world.mail.send({
    // The gateway knows the id: a retry after a lost answer sends nothing twice.
    id: `link:${signer.id}:${data.epoch}:EMAIL`,
    to: signer.email,
    ...linkMail({
      dealer: parties.dealer.name,
      label: labelOf(parties),
      fingerprint: sessionFingerprint(parties.papers.map(({ entry }) => entry)),
      url: signUrlOf(world, { signerId: signer.id, sessionId: session.id, epoch: data.epoch }),
      expires: session.expires_date,
      demo: world.settings.mode === 'demo',
    }),
  });
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const first = await insertLinkDelivery(tx, {
      signer_id: signer.id,
      link_epoch: data.epoch,
      channel: 'EMAIL',
      sent_date: now,
      provider_id: providerId,
    });
    if (!first) return;
    const detail = { sessionId: session.id, channel: 'EMAIL', address: maskEmail(signer.email), providerId };
    for (const { entry } of parties.papers) {
      await record(tx, documentSubject(entry.document_id), { type: 'link.sent', actor: SYSTEM_ACTOR, detail }, now);
    }
  });
}

/** Derives and sends a code; one that ended or ran out meanwhile is not sent. Books what the gateway charged (D-44). */
export async function sendCode(world: World, codeId: number): Promise<void> {
  const code = await findCode(world.database.read, codeId);
  if (code === undefined || code.delivery !== 'QUEUED' || code.ended_date !== null) return;
  if (code.expires_date.getTime() <= world.clock.now().getTime()) return;
  const addressed = await findAddressed(world, code.signer_id);
  if (addressed === undefined) return;
  const { signer, session } = addressed;
  const parties = await loadParties(world.database.read, session.id);
  const { providerId, parts } = await world.sms.send({
    id: `otp:${codeId}`,
    to: signer.phone,
    text: codeMessage({
      dealer: parties.dealer.name,
      label: labelOf(parties),
      fingerprint: sessionFingerprint(parties.papers.map(({ entry }) => entry)),
      code: deriveCode(world.secrets, code.salt, code.bound_to),
    }),
  });
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if (!(await setCodeDelivery(tx, codeId, 'SENT', providerId))) return;
    const detail = { sessionId: session.id, phone: maskPhone(signer.phone), providerId, parts };
    for (const { entry } of parties.papers) {
      await record(tx, documentSubject(entry.document_id), { type: 'otp.sent', actor: SYSTEM_ACTOR, detail }, now);
    }
    await bookCode(tx, code, { legalEntity: parties.legalEntity, parts }, now);
  });
}

/** Retries are spent: the signer asks for another code, the trail tells why. */
export async function giveUpCode(world: World, codeId: number): Promise<void> {
  const code = await findCode(world.database.read, codeId);
  const signer = code === undefined ? undefined : await findSigner(world.database.read, code.signer_id);
  if (code === undefined || signer === undefined) return;
  const parties = await loadParties(world.database.read, signer.session_id);
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if (!(await setCodeDelivery(tx, codeId, 'FAILED', null))) return;
    const detail = { sessionId: signer.session_id, phone: maskPhone(signer.phone), reason: 'gateway' };
    for (const { entry } of parties.papers) {
      await record(tx, documentSubject(entry.document_id), { type: 'otp.failed', actor: SYSTEM_ACTOR, detail }, now);
    }
  });
}
