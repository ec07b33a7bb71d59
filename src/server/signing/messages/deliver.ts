/** Jobs: send the e-mail with the link, its reminders, and the SMS with the code, each once even if its job runs repeatedly. */
import { type EvidenceEvent, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import { isHandedOver } from '#domain/signing/messages/link.ts';
import { codeMessage, linkMail, linkSms, staffMail } from '#domain/signing/messages/messages.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import type { LinkChannel, WaitingEvent } from '#domain/signing/signer-progress.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { findUser } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { linkToken } from '../ceremony/tokens.ts';
import { deriveCode } from '../confirm/codes.ts';
import { sessionFingerprint } from '../present.ts';
import {
  findCode,
  findSigner,
  findSignerInSession,
  insertLinkDelivery,
  linkWasSent,
  lockSession,
  lockSigner,
  noteEvent,
  noteLinkFailed,
  type Session,
  type Signer,
  setCodeDelivery,
} from '../queries.ts';
import { labelOf, loadSessionContext, type SessionContext } from '../session-context.ts';
import { bookCode, bookLinkSms, releaseLinkSms } from '../start/quota.ts';
import { findReminder, type Reminder, setReminderDelivery } from '../waiting/reminders.queries.ts';
import { attemptSend, codeMessageFacts, linkMessageFacts, linkMessageId, reminderMessageFacts } from './attempt.ts';
import {
  failWaitingMessage,
  listUndelivered,
  type MessageFacts,
  noteAccepted,
  noteUnsent,
} from './messages.queries.ts';
import { awaitReceipt } from './receipts.queries.ts';

/** Joined rather than concatenated: V8 serialises a whole list slowly when it contains a non-flat string. */
const joinFlat = (...parts: (string | number)[]): string => parts.join('');

export const signUrlOf = (world: World, link: { signerId: number; sessionId: number; epoch: number }): string =>
  joinFlat(world.settings.publicUrl, '/sign/', linkToken(world.secrets, link));

/** Page of the portal where staff sign; the address works only for the signer's own staff session. */
export const staffSignUrl = (world: World, documentId: number): string =>
  joinFlat(world.settings.publicUrl, '/app/documents/', documentId, '/sign');

/** Only a code may be six consecutive digits: for a document id that long, link to the dashboard instead. */
const mailedUrl = (world: World, documentId: number): string => {
  const url = staffSignUrl(world, documentId);
  return /\d{6}/.test(url) ? `${world.settings.publicUrl}/dashboard` : url;
};

interface LinkData {
  signerId: number;
  epoch: number;
}

interface Recipient {
  signer: Signer;
  session: Session;
}

async function findRecipient(world: World, signerId: number): Promise<Recipient | undefined> {
  const recipient = await findSignerInSession(world.database.read, signerId);
  return recipient?.session.state === 'OPEN' ? recipient : undefined;
}

/** Sends the link; the gateway recognises its id, so a retry after a lost answer sends nothing twice. */
async function mailLink(
  world: World,
  { signer, session }: Recipient,
  context: SessionContext,
  message: { facts: MessageFacts; reminder: boolean },
): Promise<string> {
  const staff = signer.user_id !== null;
  const [firstPaper] = context.papers;
  const mail = {
    id: message.facts.message_id,
    to: signer.email,
    ...(staff ? staffMail : linkMail)({
      dealer: context.dealer.name,
      name: `${signer.first_name} ${signer.last_name}`,
      label: labelOf(context),
      papers: context.papers.map(({ type }) => paperName(type)),
      fingerprint: sessionFingerprint(context.papers.map(({ entry }) => entry)),
      url: staff
        ? mailedUrl(world, firstPaper?.entry.document_id ?? 0)
        : signUrlOf(world, { signerId: signer.id, sessionId: session.id, epoch: signer.link_epoch }),
      expires: session.expires_date,
      byHand:
        session.method !== 'GRAPHOMETRIC'
          ? null
          : canReceiveCodes(signer.phone, world.settings.otpCountries)
            ? 'orByCode'
            : 'only',
      reminder: message.reminder,
      demo: world.settings.mode === 'demo',
    }),
  };
  const { providerId } = await attemptSend(world, message.facts, () => world.mail.send(mail));
  return providerId;
}

/** Whether no later event of the signer followed the request for this message: a job may finish late. */
type IsLatest = (signer: Signer) => boolean;

/** A link is sent at the start or after a corrected contact, possibly after failures; it is obsolete once opened. */
const afterStart: IsLatest = ({ seen_date, last_event }) =>
  seen_date === null &&
  (['sign.started', 'contact.corrected', 'link.failed', 'reminder.failed', 'link.undelivered'] as string[]).includes(
    last_event,
  );

const isLatestAfterRequest =
  (requestEvent: WaitingEvent, at: Date): IsLatest =>
  ({ last_event, last_event_date }) =>
    last_event === requestEvent && last_event_date?.getTime() === at.getTime();

/**
 * Records the outcome of a message: always in the trail of every document, but on the signer, for the waiting list,
 * only while it is the newest. The caller holds the session.
 */
async function logEvent(
  tx: Tx,
  { signer, session }: Recipient,
  context: SessionContext,
  { event, stillLast, now }: { event: EvidenceEvent & { type: WaitingEvent }; stillLast: IsLatest; now: Date },
): Promise<void> {
  const lockedSigner = await lockSigner(tx, signer.id);
  if (session.state === 'OPEN' && stillLast(lockedSigner)) await noteEvent(tx, signer.id, event.type, now);
  for (const { entry } of context.papers) await record(tx, documentSubject(entry.document_id), event, now);
}

const mailDetail = ({ signer, session }: Recipient) => ({
  sessionId: session.id,
  channel: 'EMAIL',
  address: maskEmail(signer.email),
});

/** Customers are reachable; staff only while their account is active. */
export async function isReachable(db: Db, { user_id: userId }: Signer): Promise<boolean> {
  return userId === null || (await findUser(db, { id: userId }))?.activated === true;
}

/** Sends the link of one signer and epoch; an invalid link is not sent. */
export async function sendLink(world: World, data: LinkData): Promise<void> {
  const { read } = world.database;
  const recipient = await findRecipient(world, data.signerId);
  const isValid = recipient?.signer.link_epoch === data.epoch && recipient.signer.state === 'WAITING';
  if (recipient === undefined || !isValid || isHandedOver(recipient.signer)) {
    const id = linkMessageId(data.signerId, data.epoch);
    return failWaitingMessage(read, id, world.clock.now(), 'NOT_NEEDED');
  }
  const { signer, session } = recipient;
  // Users who left get no messages; the document's page shows that none was sent.
  if (!(await isReachable(read, signer))) {
    await noteUnsent(read, linkMessageFacts(signer), { reason: 'LEFT', ended: false }, world.clock.now());
    return giveUpLink(world, data, 'LEFT');
  }
  if (await linkWasSent(read, signer.id, data.epoch)) return;
  const context = await loadSessionContext(read, session.id);
  const facts = linkMessageFacts(signer);
  const providerId = await mailLink(world, recipient, context, { facts, reminder: false });
  await world.database.transaction(async (tx) => {
    const lockedSession = await lockSession(tx, session.id);
    const now = world.clock.now();
    if (!(await noteLinkSent(tx, signer, providerId, now))) return;
    await noteAccepted(tx, facts, providerId, now);
    const detail = { ...mailDetail(recipient), providerId };
    const event = { type: 'link.sent', actor: SYSTEM_ACTOR, detail } as const;
    const stillLast: IsLatest = (lockedSigner) => lockedSigner.link_epoch === data.epoch && afterStart(lockedSigner);
    await logEvent(tx, { signer, session: lockedSession }, context, { event, stillLast, now });
  });
}

const noteLinkSent = (tx: Tx, signer: Signer, providerId: string, now: Date): Promise<boolean> =>
  insertLinkDelivery(tx, {
    signer_id: signer.id,
    link_epoch: signer.link_epoch,
    channel: 'EMAIL',
    sent_date: now,
    provider_id: providerId,
  });

/** Sending the link failed: recorded once, while retries and the sweep continue unless the failure was permanent. */
export async function giveUpLink(world: World, data: LinkData, reason?: MessageReason): Promise<void> {
  const recipient = await findRecipient(world, data.signerId);
  if (recipient === undefined || recipient.signer.link_epoch !== data.epoch) return;
  const context = await loadSessionContext(world.database.read, recipient.session.id);
  await world.database.transaction(async (tx) => {
    const session = await lockSession(tx, recipient.session.id);
    if (await linkWasSent(tx, data.signerId, data.epoch)) return;
    if (!(await noteLinkFailed(tx, data.signerId, data.epoch))) return;
    const detail = { ...mailDetail(recipient), ...(reason === undefined ? {} : { reason }) };
    const event = { type: 'link.failed', actor: SYSTEM_ACTOR, detail } as const;
    await logEvent(tx, { ...recipient, session }, context, { event, stillLast: afterStart, now: world.clock.now() });
  });
}

/** The masked recipient of a message on this channel, as recorded in trails. */
export const addressOf = ({ email, phone }: Signer, channel: LinkChannel): string =>
  channel === 'SMS' ? maskPhone(phone) : maskEmail(email);

const reminderDetail = ({ signer, session }: Recipient, { channel }: Reminder) => ({
  sessionId: session.id,
  channel,
  address: addressOf(signer, channel),
});

/** @returns the gateway's id of the message, and the parts charged for an SMS. */
async function deliverReminder(
  world: World,
  recipient: Recipient,
  context: SessionContext,
  reminder: Reminder,
): Promise<{ providerId: string; parts: number }> {
  const { signer, session } = recipient;
  const facts = reminderMessageFacts(signer, reminder);
  if (reminder.channel === 'EMAIL') {
    const { read } = world.database;
    // A signer whose first message never arrived cannot be reminded of it.
    const undelivered = await listUndelivered(read, [signer.id]);
    const wasReceived =
      (await linkWasSent(read, signer.id, signer.link_epoch)) && !undelivered.has(linkMessageFacts(signer).message_id);
    return { providerId: await mailLink(world, recipient, context, { facts, reminder: wasReceived }), parts: 0 };
  }
  const text = linkSms({
    dealer: context.dealer.name,
    label: labelOf(context),
    fingerprint: sessionFingerprint(context.papers.map(({ entry }) => entry)),
    url: signUrlOf(world, { signerId: signer.id, sessionId: session.id, epoch: signer.link_epoch }),
    expires: session.expires_date,
  });
  return attemptSend(world, facts, () => world.sms.send({ id: facts.message_id, to: signer.phone, text }));
}

/** Sends the same link again; nothing for a signature that ended meanwhile. */
export async function sendReminder(world: World, reminderId: number): Promise<void> {
  const { read } = world.database;
  const reminder = await findReminder(read, reminderId);
  if (reminder === undefined || reminder.delivery !== 'QUEUED') return;
  const recipient = await findRecipient(world, reminder.signer_id);
  const canReceive =
    reminder.channel === 'EMAIL' || canReceiveCodes(recipient?.signer.phone ?? '', world.settings.otpCountries);
  if (recipient === undefined || recipient.signer.state !== 'WAITING' || hasExpired(world, recipient) || !canReceive) {
    await world.database.transaction(async (tx) => {
      if (await setReminderDelivery(tx, reminderId, { delivery: 'FAILED', provider_id: null }))
        await releaseLinkSms(tx, reminderId);
      await failWaitingMessage(tx, `reminder:${reminderId}`, world.clock.now(), 'NOT_NEEDED');
    });
    return;
  }
  const { signer, session } = recipient;
  const context = await loadSessionContext(read, session.id);
  const { providerId, parts } = await deliverReminder(world, recipient, context, reminder);
  await world.database.transaction(async (tx) => {
    const lockedSession = await lockSession(tx, session.id);
    const now = world.clock.now();
    if (!(await setReminderDelivery(tx, reminderId, { delivery: 'SENT', provider_id: providerId }))) return;
    if (reminder.channel === 'EMAIL') await noteLinkSent(tx, signer, providerId, now);
    await noteAccepted(tx, reminderMessageFacts(signer, reminder), providerId, now);
    const detail = { ...reminderDetail(recipient, reminder), providerId };
    const event = { type: 'reminder.sent', actor: SYSTEM_ACTOR, detail } as const;
    const stillLast = isLatestAfterRequest('reminder.requested', reminder.requested_date);
    await logEvent(tx, { signer, session: lockedSession }, context, { event, stillLast, now });
    if (reminder.channel === 'SMS') {
      await bookLinkSms(tx, { reminderId, legalEntity: context.legalEntity, parts }, now);
    }
  });
}

const hasExpired = (world: World, { session }: Recipient): boolean =>
  session.expires_date.getTime() <= world.clock.now().getTime();

/** Retries are used up: staff see that nothing was sent, and may retry immediately. */
export async function giveUpReminder(world: World, reminderId: number, reason?: MessageReason): Promise<void> {
  const reminder = await findReminder(world.database.read, reminderId);
  const recipient = reminder && (await findRecipient(world, reminder.signer_id));
  if (reminder === undefined || recipient === undefined) return;
  const context = await loadSessionContext(world.database.read, recipient.session.id);
  await world.database.transaction(async (tx) => {
    const session = await lockSession(tx, recipient.session.id);
    if (!(await setReminderDelivery(tx, reminderId, { delivery: 'FAILED', provider_id: null }))) return;
    const now = world.clock.now();
    await failWaitingMessage(tx, `reminder:${reminderId}`, now);
    const detail = { ...reminderDetail(recipient, reminder), ...(reason === undefined ? {} : { reason }) };
    const event = { type: 'reminder.failed', actor: SYSTEM_ACTOR, detail } as const;
    const stillLast = isLatestAfterRequest('reminder.requested', reminder.requested_date);
    await logEvent(tx, { ...recipient, session }, context, { event, stillLast, now });
    await releaseLinkSms(tx, reminderId);
  });
}

/** Derives and sends a code, unless it ended or expired meanwhile. Books what the gateway charged. */
export async function sendCode(world: World, codeId: number): Promise<void> {
  const code = await findCode(world.database.read, codeId);
  if (code === undefined || code.delivery !== 'QUEUED') return;
  const now = world.clock.now();
  const recipient = await findRecipient(world, code.signer_id);
  if (recipient === undefined || code.ended_date !== null) {
    return failWaitingMessage(world.database.read, `otp:${codeId}`, now, 'NOT_NEEDED');
  }
  if (code.expires_date.getTime() <= now.getTime()) return giveUpCode(world, codeId, 'LATE');
  const { signer, session } = recipient;
  const context = await loadSessionContext(world.database.read, session.id);
  const facts = codeMessageFacts(signer, code);
  const message = {
    id: facts.message_id,
    to: signer.phone,
    // A code delivered later is worthless.
    validMinutes: Math.max(1, Math.ceil((code.expires_date.getTime() - now.getTime()) / 60_000)),
    text: codeMessage({
      dealer: context.dealer.name,
      label: labelOf(context),
      fingerprint: sessionFingerprint(context.papers.map(({ entry }) => entry)),
      code: deriveCode(world.secrets, code.salt, code.bound_to),
      ...(world.settings.otpWebLine ? { host: new URL(world.settings.publicUrl).hostname } : {}),
    }),
  };
  const { providerId, parts } = await attemptSend(world, facts, () => world.sms.send(message));
  await world.database.transaction(async (tx) => {
    const lockedSession = await lockSession(tx, session.id);
    const now = world.clock.now();
    if (!(await setCodeDelivery(tx, codeId, { delivery: 'SENT', provider_id: providerId }))) return;
    const detail = { sessionId: session.id, phone: maskPhone(signer.phone), providerId, parts };
    const event = { type: 'otp.sent', actor: SYSTEM_ACTOR, detail } as const;
    const stillLast = isLatestAfterRequest('otp.requested', code.created_date);
    await logEvent(tx, { signer, session: lockedSession }, context, { event, stillLast, now });
    await noteAccepted(tx, facts, providerId, now);
    await awaitReceipt(tx, { codeId, providerId }, now);
    await bookCode(tx, code, { legalEntity: context.legalEntity, parts }, now);
  });
}

/** Retries are used up: the signer can request another code, and the trail records the reason. */
export async function giveUpCode(world: World, codeId: number, reason?: MessageReason): Promise<void> {
  const code = await findCode(world.database.read, codeId);
  const signer = code === undefined ? undefined : await findSigner(world.database.read, code.signer_id);
  if (code === undefined || signer === undefined) return;
  const context = await loadSessionContext(world.database.read, signer.session_id);
  await world.database.transaction(async (tx) => {
    const session = await lockSession(tx, signer.session_id);
    if (!(await setCodeDelivery(tx, codeId, { delivery: 'FAILED', provider_id: null }))) return;
    const now = world.clock.now();
    if (reason === undefined) await failWaitingMessage(tx, `otp:${codeId}`, now);
    else await noteUnsent(tx, codeMessageFacts(signer, code), { reason, ended: true }, now);
    const detail = { sessionId: session.id, phone: maskPhone(signer.phone), reason: reason ?? 'gateway' };
    const event = { type: 'otp.failed', actor: SYSTEM_ACTOR, detail } as const;
    const stillLast = isLatestAfterRequest('otp.requested', code.created_date);
    await logEvent(tx, { signer, session }, context, { event, stillLast, now });
  });
}
