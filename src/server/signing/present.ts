/** Presents a signature to signers and staff. */
import { createHash } from 'node:crypto';
import type { TrailEventOutput, ValidationOutput } from '#contract/signing/signed-files.ts';
import type { SignView } from '#contract/signing/signing.ts';
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import { CHANNEL_NAMES, consentLabel } from '#domain/consents/consent.ts';
import { consentQuestions } from '#domain/consents/notices.ts';
import type { Language } from '#domain/errors.ts';
import type { ChainedEvent } from '#domain/evidence/chain.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import { hasAnySigned } from '#domain/signing/contact/contact.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { Resend } from '#domain/signing/signer-progress.ts';
import { isStaffTurn } from '#domain/signing/staff-signers.ts';
import { fingerprint } from '#domain/signing/trail/fingerprint.ts';
import { eventDetail } from '#domain/signing/trail/trail-text.ts';
import type { Verification } from '#formats/verify/index.ts';
import type { Link } from './ceremony/ceremony.ts';
import { seatOf } from './ceremony/tokens.ts';
import type { SentMessage } from './messages/messages.queries.ts';
import type { Session, SessionDocument, SignaturePoint, Signer } from './queries.ts';
import type { SessionContext } from './session-context.ts';
import { consentTextOf } from './start/consent-text.ts';

/** The fingerprint that people compare: of the single prepared file, or of the hashes of several. */
export const sessionFingerprint = (documents: readonly SessionDocument[]): string =>
  fingerprintOf(documents.map((entry) => entry.prepared_sha256 ?? ''));

/** @param hashes hashes of the prepared files, in the order of their documents */
export function fingerprintOf(hashes: readonly string[]): string {
  const [single = ''] = hashes;
  return fingerprint(hashes.length === 1 ? single : createHash('sha256').update(hashes.join('')).digest('hex'));
}

export const publicPointId = (point: SignaturePoint): string => `p${point.id}`;

/** A consent question in the reader's language; the answer is shown again only within the ceremony. */
function consentOfPoint(point: SignaturePoint, context: SessionContext, language: Language) {
  const { purpose, channel } = point;
  if (purpose === null || channel === null) return {};
  const type = context.papers.find(({ entry }) => entry.document_id === point.document_id)?.type ?? '';
  const { title, text } = consentTextOf(type, point);
  // Only the product's drafts are translated: published texts bind, and are shown, as published.
  const isDraft = consentQuestions(type).some((question) => question.text === text);
  const translated = consentQuestions(type, language).find((one) => one.purpose === purpose && one.channel === channel);
  const displayed = isDraft && translated !== undefined ? translated : { title, text };
  return { purpose, channel, group: displayed.title, text: displayed.text, item: CHANNEL_NAMES[channel][language] };
}

const pointLabel = (point: SignaturePoint, language: Language): string =>
  point.purpose === null || point.channel === null
    ? point.label
    : consentLabel({ purpose: point.purpose, channel: point.channel }, language);

/** Before the first factor nothing personal is shown: no name, no file name, three digits of the phone. */
export function presentLink(
  link: Link,
  {
    parties,
    points,
    others,
    coded,
  }: { parties: SessionContext; points: readonly SignaturePoint[]; others: readonly Signer[]; coded: boolean },
  language: Language,
): SignView {
  const { signer, session, state } = link;
  const awaited = others.filter((other) => other.signed_date === null).map(({ role }) => role);
  return {
    state,
    place: link.isHolder ? 'HERE' : link.isHeldElsewhere ? 'ELSEWHERE' : 'FREE',
    ...(link.isHeldElsewhere ? { seat: seatOf(signer.ceremony_binding ?? '') } : {}),
    dealer: { name: parties.dealer.name, initials: parties.dealer.initials },
    brand: parties.brand,
    signer: { role: signer.role, maskedPhone: maskPhone(signer.phone) },
    expiresAt: session.expires_date.toISOString(),
    fingerprint: sessionFingerprint(parties.papers.map(({ entry }) => entry)),
    ...(session.method === 'GRAPHOMETRIC' ? { byHand: true as const, ...(!coded && { noCodes: true as const }) } : {}),
    ...(awaited.length > 0 ? { awaited } : {}),
    documents: parties.papers.map(({ entry, type }) => ({
      id: entry.document_id,
      label: paperName(type, language),
      sha256: entry.prepared_sha256 ?? '',
      pages: entry.pages ?? 0,
      size: entry.prepared_size ?? 0,
    })),
    points: points
      .filter((point) => point.signer_id === signer.id)
      .map((point) => ({
        id: publicPointId(point),
        documentId: point.document_id,
        kind: point.kind,
        label: pointLabel(point, language),
        ...consentOfPoint(point, parties, language),
        page: point.page ?? 1,
        ...(point.kind === 'signature' && point.box ? { box: point.box } : {}),
        optional: false,
        signed: point.confirmed_date !== null,
      })),
  };
}

function displayedState(signer: Signer): SigningStateOutput['signers'][number]['state'] {
  return signer.state === 'WAITING' && signer.opened_date !== null ? 'OPENED' : signer.state;
}

function awaitedPoint(point: SignaturePoint): SigningStateOutput['points'] {
  const { id, signer_id, kind, label, page, box, confirmed_date } = point;
  if (kind !== 'signature' || page === null || box === null || confirmed_date !== null) return [];
  return [{ id, signerId: signer_id, label, page, box }];
}

/** Data of the newest signature besides its signers. */
interface SigningDetails extends Pick<SigningStateOutput, 'partlySigned' | 'together'> {
  readonly resend: Resend;
  readonly urls: ReadonlyMap<number, string>;
  /** Points of this document only. */
  readonly points: readonly SignaturePoint[];
  readonly messages: readonly SentMessage[];
}

export function presentSigning(
  session: Session | undefined,
  signers: readonly Signer[],
  { urls, points, messages, ...rest }: SigningDetails,
): SigningStateOutput {
  return {
    signers: signers.map((signer) => ({
      id: signer.id,
      role: signer.role,
      name: `${signer.first_name} ${signer.last_name}`,
      state: displayedState(signer),
      signedAt: signer.signed_date?.toISOString() ?? null,
      maskedPhone: signer.user_id === null ? maskPhone(signer.phone) : null,
      userId: signer.user_id,
      turn: signer.state === 'WAITING' && (signer.user_id === null || isStaffTurn(signers)),
      signUrl: urls.get(signer.id) ?? null,
      contact:
        signer.user_id === null && urls.has(signer.id) && !hasAnySigned(signers)
          ? { mobilePhone: signer.phone, email: signer.email }
          : null,
    })),
    expiresAt: session?.state === 'OPEN' ? session.expires_date.toISOString() : null,
    points: session?.state === 'OPEN' ? points.flatMap(awaitedPoint) : [],
    ...rest,
    messages: messages.map((message) => ({
      id: message.id,
      signerId: message.signer_id,
      kind: message.kind,
      channel: message.channel,
      address: message.address,
      state: message.state,
      reason: message.reason,
      at: (message.sent_date ?? message.created_date).toISOString(),
      endedAt: message.ended_date?.toISOString() ?? null,
    })),
  };
}

/** Logins in the details of these events. */
export function collectLogins(events: readonly ChainedEvent[]): string[] {
  const logins = new Set<string>();
  for (const event of events) {
    eventDetail(event, 'it', (login) => {
      logins.add(login);
      return login;
    });
  }
  return [...logins];
}

/** Newest first. @param names user names by login; for a login without a name, the login is shown. */
export function presentTrail(
  events: readonly ChainedEvent[],
  language: Language,
  names: ReadonlyMap<string, string>,
): TrailEventOutput[] {
  return events
    .map((event) => ({
      seq: event.seq,
      type: event.type,
      time: event.time,
      actorName: event.actor.name,
      detail: eventDetail(event, language, (login) => names.get(login) ?? login),
    }))
    .reverse();
}

export function presentValidation(verification: Verification): ValidationOutput {
  return {
    intact: verification.intact,
    sha256: verification.sha256,
    signatures: verification.signatures.map((signature) => ({
      kind: signature.kind,
      indication: signature.indication,
      subIndication: signature.subIndication,
      level: signature.level,
      signer: signature.signer,
      signedAt: signature.signedAt,
      changesAfter: signature.changesAfter,
    })),
  };
}
