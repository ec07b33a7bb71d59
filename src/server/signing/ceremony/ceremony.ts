/** Resolves sign links and binds the signature to the first browser that acts. */
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { copyLinkState, linkState, type SignState } from '#domain/signing/messages/link.ts';
import type { Tx } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { hitLimit } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import {
  bindCeremony,
  clearCookieSent,
  endLiveCode,
  findSignerInSession,
  listSessionDocuments,
  lockSession,
  lockSigner,
  markOpened,
  type Session,
  type Signer,
} from '../queries.ts';
import { deleteReadings } from './reading.queries.ts';
import { ceremonyBinding, claimedSignerId, isEqualText, isLinkToken, newCeremonyCookie, seatOf } from './tokens.ts';

/** Origin of a call, for the trail. */
export interface Client {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface Link {
  readonly signer: Signer;
  readonly session: Session;
  readonly state: SignState;
  /** True when the caller's browser holds the signing session. */
  readonly isHolder: boolean;
  /** True when another browser holds it. */
  readonly isHeldElsewhere: boolean;
  /** True for a copy link, which gives its holder the copy and nothing else. */
  readonly isCopy: boolean;
}

/** Returns the ceremony cookie of a signer, if the browser sent one. */
export type CookieOf = (signerId: number) => string | undefined;

export function signerActor(signer: Signer, client: Client): EvidenceActor {
  return {
    kind: 'signer',
    id: signer.id,
    name: `${signer.first_name} ${signer.last_name}`,
    role: signer.role,
    ip: client.ip,
    userAgent: client.userAgent,
  };
}

function holdsCeremony(signer: Signer, cookie: string | undefined): boolean {
  if (signer.ceremony_binding === null || cookie === undefined) return false;
  return isEqualText(ceremonyBinding(cookie), signer.ceremony_binding);
}

/** @throws Refusal signing.unknownLink for every link that is not valid now, for any reason. */
export async function resolveLink(world: World, token: string, cookieOf: CookieOf): Promise<Link> {
  const id = claimedSignerId(token);
  const { signer, session } = (id === null ? undefined : await findSignerInSession(world.database.read, id)) ?? {};
  const link = { signerId: id ?? 0, sessionId: session?.id ?? 0, epoch: signer?.link_epoch ?? 0 };
  // Compared even for an unknown signer, so that timing discloses nothing.
  const isSignLink = isLinkToken(world.secrets, link, token);
  const copy = isLinkToken(world.secrets, link, token, 'copy-link');
  // Staff sign in the portal and have no links.
  const hasLink = signer !== undefined && signer.user_id === null;
  if (!(isSignLink || copy) || !hasLink || session === undefined) throw new Refusal('signing.unknownLink');
  const now = world.clock.now();
  const ceremony = !copy && holdsCeremony(signer, cookieOf(signer.id));
  const state = copy ? copyStateOf(session, now) : stateOf(signer, session, ceremony, now);
  if (state === null) throw new Refusal('signing.unknownLink');
  return {
    signer,
    session,
    state,
    isHolder: ceremony,
    isHeldElsewhere: !copy && !ceremony && isHeld(signer, now),
    isCopy: copy,
  };
}

const copyStateOf = ({ state, ended_date }: Session, now: Date): SignState | null =>
  copyLinkState({ sessionState: state, endedDate: ended_date }, now);

function stateOf(signer: Signer, session: Session, ceremony: boolean, now: Date): SignState | null {
  const facts = {
    sessionState: session.state,
    signerState: signer.state,
    expiresDate: session.expires_date,
    endedDate: session.ended_date,
  };
  return linkState(facts, ceremony, now);
}

export interface EntryResult {
  readonly link: Link;
  /** A new ceremony cookie for the browser, if this call bound the signature to it. */
  readonly cookie: string | null;
}

/** Time allowed for a cookie to reach its browser; until then no other browser can take over, on any node. */
const COOKIE_DELIVERY_SECONDS = 30;

/** Whether a browser holds the signature: its cookie has arrived, or is on its way. */
function isHeld(signer: Signer, now: Date): boolean {
  const { ceremony_binding: binding, opened_date: arrivedDate, cookie_sent_date: sent } = signer;
  if (binding === null) return false;
  return arrivedDate !== null || (sent !== null && now.getTime() - sent.getTime() < COOKIE_DELIVERY_SECONDS * 1000);
}

/**
 * Only the browser that holds the signature gets the document; mail scanners, staff and others that fetch the address
 * do not. @throws Refusal signing.notYours, signing.notOpened
 */
export function requireHolder(link: Link): void {
  if (link.isHolder) return;
  throw new Refusal(link.isHeldElsewhere ? 'signing.notYours' : 'signing.notOpened');
}

/** How often a signature may move to another browser, so that a link shared by two people does not grow the trail without end. */
const MOVE_LIMIT = { limit: 10, windowSeconds: 3_600 } as const;

export interface EntryOptions {
  /** Cookie value for the browser, if this call binds the signature. */
  readonly cookie?: string | undefined;
  /** Takes over from the browser with this seat. Naming the seat makes a repeated call move the signature only once. */
  readonly instead?: string | undefined;
}

/**
 * Starts every act of a signer: the first one binds the signature to its browser.
 * A binding whose cookie was never delivered may be replaced (immediately when the connection broke, after a while when
 * the server died), since the signer would otherwise be locked out; `opened_date` marks its arrival. A takeover starts
 * from the beginning: the former browser's reading and code are discarded.
 * @throws Refusal signing.unknownLink, signing.notYours when another browser was first, request.tooMany.
 */
export async function enterCeremony(
  world: World,
  token: string,
  cookieOf: CookieOf,
  client: Client,
  { cookie = newCeremonyCookie(), instead }: EntryOptions = {},
): Promise<EntryResult> {
  const link = await resolveLink(world, token, cookieOf);
  if (link.isHolder) {
    if (link.signer.opened_date === null) await noteCookieArrived(world, link.signer.id, link.signer.ceremony_binding);
    return { link, cookie: null };
  }
  const binding = ceremonyBinding(cookie);
  const isBound = await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const session = await lockSession(tx, link.session.id);
    const signer = await lockSigner(tx, link.signer.id);
    const isRedirected = signer.link_epoch !== link.signer.link_epoch;
    if (isRedirected || stateOf(signer, session, false, now) !== 'OPEN') throw new Refusal('signing.unknownLink');
    const moved = isHeld(signer, now);
    if (moved && instead !== seatOf(signer.ceremony_binding ?? '')) return false;
    if (moved) {
      await hitLimit(tx, `link-moved:${signer.id}`, MOVE_LIMIT, now);
      await endLiveCode(tx, signer.id, now);
      await deleteReadings(tx, signer.id);
    }
    const origin = { ip: client.ip, user_agent: client.userAgent };
    const bindingValues = { ceremony_binding: binding, cookie_sent_date: now, opened_date: null };
    await bindCeremony(tx, signer.id, { ...bindingValues, ...origin }, { event: 'link.opened', at: now });
    const actor = signerActor(signer, client);
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      const event = { type: 'link.opened', actor, detail: { sessionId: session.id, ...(moved && { moved }) } } as const;
      await record(tx, documentSubject(document_id), event, now);
    }
    return true;
  });
  if (!isBound) throw new Refusal('signing.notYours');
  const signer = { ...link.signer, ceremony_binding: binding };
  return { link: { ...link, isHolder: true, isHeldElsewhere: false, signer }, cookie };
}

/** The cookie was delivered: from now on only this browser holds the signature. */
export async function noteCookieArrived(world: World, signerId: number, binding: string | null): Promise<void> {
  if (binding === null) return;
  await world.database.transaction((tx) => markOpened(tx, signerId, binding, world.clock.now()));
}

/** The connection broke before the cookie was sent, so the wait for it ends. */
export async function noteCookieLost(world: World, signerId: number, binding: string | null): Promise<void> {
  if (binding !== null) await world.database.transaction((tx) => clearCookieSent(tx, signerId, binding));
}

/**
 * Locks and reloads session and signer for an act of the bound browser.
 * The session is locked first, as in every transaction, to avoid deadlocks.
 * @throws Refusal signing.unknownLink, signing.notYours
 */
export async function lockLink(tx: Tx, link: Link, now: Date): Promise<Link> {
  const session = await lockSession(tx, link.session.id);
  const signer = await lockSigner(tx, link.signer.id);
  const ceremony = link.isHolder && signer.ceremony_binding === link.signer.ceremony_binding;
  const state = signer.link_epoch === link.signer.link_epoch ? stateOf(signer, session, ceremony, now) : null;
  if (state === null) throw new Refusal('signing.unknownLink');
  // Another browser took the signature over while this call was in progress.
  if (!ceremony) throw new Refusal('signing.notYours');
  return { signer, session, state, isHolder: ceremony, isHeldElsewhere: false, isCopy: false };
}
