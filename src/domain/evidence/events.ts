/** The closed list of audit events (D-50). Stored bodies depend on it: a member may be added, never renamed. No secret can be a member. */
import type { ContactChange } from '../signing/contact/contact-changes.ts';
import type { SeenPages } from '../signing/trail/seen-pages.ts';

export interface EvidenceActor {
  readonly kind: 'staff' | 'signer' | 'device' | 'system';
  /** User id, signer id, device id or null. */
  readonly id: number | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

interface PaperVersionDetail {
  versionId: number;
  kind: string;
  type: string | null;
  language: string | null;
  legalEntity: string | null;
  version: string | null;
  digest: string;
  authors: readonly string[];
}

interface AdministratorDetail {
  proposalId: number;
  userId: number;
  login: string;
  /** role, access, address */
  effects: readonly string[];
  /** Login; null: the operator, by command. */
  proposedBy: string | null;
}

interface WebhookDetail {
  webhookId: number;
  host: string;
  events: readonly string[] | null;
  dealers: readonly string[] | null;
  account: string | null;
  enabled: boolean;
}

interface DevicePairingDetail {
  activationId: number;
  pairingId: number;
  keyId: string;
  name: string;
}

interface DeviceDetail {
  activationId: number;
  deviceId: number;
  keyId: string;
  name: string;
}

/** What each event tells besides who and when. Hashes are lower-case hexadecimal SHA-256; phones and addresses are masked. */
export interface EvidenceDetails {
  'document.created': {
    type: string;
    fileName: string | null;
    sha256: string | null;
    size: number | null;
    status: string;
  };
  /**
   * The product made the file from what was known. `paperSha256` is over what is printed, as data; `replaced` is the file
   * that was made before, when what it says has changed.
   */
  'document.generated': {
    sha256: string;
    paperSha256: string;
    pages: number;
    number: string | null;
    date: string;
    termsVersion: string;
    replaced: string | null;
  };
  /** `changed` names the fields that got another value; what extra fields hold may be personal and is not told. */
  'document.edited': {
    changed: readonly string[];
    status: string;
    sigType: string | null;
    signable: boolean;
    archivable: boolean;
  };
  'document.deleted': { status: string };
  'content.gate.passed': { sha256: string; pages: number; normalised: boolean };
  'document.takenBack': { status: string };
  /**
   * `custodianSha256` of what may be signed by hand: the fingerprint of the certificate it is sealed for (D-33);
   * `together` the other documents of the same signature (P-6).
   */
  'sign.started': {
    sessionId: number;
    originalSha256: string;
    method: string;
    custodianSha256?: string;
    together?: readonly number[];
  };
  /** `together`: of several that are signed with one code, the fingerprint that signers are shown, and what it is of, in this order. */
  'sign.prepared': {
    sessionId: number;
    originalSha256: string;
    preparedSha256: string;
    pages: number;
    points: number;
    together?: { fingerprint: string; preparedSha256: readonly string[] };
  };
  /** Somebody chose where the file with this hash is signed; `remembered` for the next ones of its kind too. */
  'places.chosen': {
    sha256: string;
    places: readonly { point: number; page: number; box: readonly number[] }[];
    remembered: boolean;
  };
  'places.withdrawn': Record<string, never>;
  /** Where a signature stands on the file's own pages; `chosenBy` put it there, on this document or one of its kind. */
  'signature.placed': {
    sessionId: number;
    field: string;
    origin: string;
    page: number;
    /** Left, bottom, right, top in points. */
    box: readonly number[];
    chosenBy: string | null;
  };
  /** Empty signature fields of the file at which nobody signs: they are not in what is signed. `others` are so many more. */
  'places.leftOut': { sessionId: number; fields: readonly { name: string; page: number }[]; others: number };
  'sign.preparationFailed': { sessionId: number; reason: string };
  'link.sent': { sessionId: number; channel: string; address: string; providerId: string };
  /** `reason`: one of MESSAGE_REASONS, here and in the next ones. */
  'link.failed': { sessionId: number; channel: string; address: string; reason?: string };
  /** What a server or gateway reported of a message with the link, hours or days after it had taken it (D-54). */
  'link.delivered': { sessionId: number; channel: string; address: string; providerId: string };
  'link.undelivered': { sessionId: number; channel: string; address: string; providerId: string; reason?: string };
  /** Staff asked for the link to be sent once more (P-19). */
  'reminder.requested': { sessionId: number; channel: string; address: string };
  'reminder.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'reminder.failed': { sessionId: number; channel: string; address: string; reason?: string };
  /** Staff corrected where link and code go; masked (P-7, D-50). */
  'contact.corrected': {
    sessionId: number;
    phone: string;
    phoneBefore: string;
    phoneChanged: boolean;
    address: string;
    addressBefore: string;
    addressChanged: boolean;
    signer: string;
  };
  /** On the customer's own chain: telephone or e-mail is another one, in their file or of a signature that waits (D-45). */
  'customer.contactChanged': Pick<ContactChange, 'phone' | 'address'>;
  /** What of that came before a signature started; of a long history the newest, and how many were earlier. `at` is the start. */
  'contact.history': { sessionId: number; at: string; changes: readonly ContactChange[]; earlier: number };
  /** The number has been to receive codes for so many other names, in the whole network. */
  'contact.shared': { sessionId: number; signer: string; phone: string; others: number };
  /**
   * A second person gave their word that this contact is the customer's; `staff` are logins of the users who have it too,
   * `company`: a company of the network publishes it; `others` how many other people it was to serve before.
   */
  'contact.confirmed': { signer: string; contact: string; staff: readonly string[]; company?: true; others: number };
  /** A signature started on such a word: whose, and when it was given. */
  'contact.vouched': {
    sessionId: number;
    signer: string;
    contact: string;
    staff: readonly string[];
    company?: true;
    others: number;
    by: string;
    login: string;
    at: string;
  };
  /** Staff named somebody else to sign for the dealer (P-6). */
  'signer.replaced': { sessionId: number; role: string; before: string; after: string; userId: number };
  'link.opened': {
    sessionId: number;
    /** Another browser had begun; its reading and its code count no more. */
    moved?: true;
  };
  'document.shown': { sessionId: number; preparedSha256: string; pages: number };
  'otp.requested': { sessionId: number; phone: string; boundTo: string };
  'otp.sent': { sessionId: number; phone: string; providerId: string; parts: number };
  'otp.failed': { sessionId: number; phone: string; reason: string };
  /** The gateway tells that the message is in the telephone, or that it will not be (D-54). */
  'otp.delivered': { sessionId: number; phone: string; providerId: string };
  'otp.undelivered': { sessionId: number; phone: string; providerId: string };
  'otp.wrong': { sessionId: number; attemptsLeft: number };
  'otp.expired': { sessionId: number };
  'otp.verified': { sessionId: number; boundTo: string };
  'otp.locked': { sessionId: number; attempts: number };
  /** A member of staff signed in once more to sign; `boundTo` is over session, files, person and points (P-6). */
  'identity.confirmed': {
    sessionId: number;
    method: string;
    login: string;
    at: string;
    boundTo: string;
    /** How many signatures the one sign-in was for; missing where it was for this one. */
    acts?: number;
  };
  /** The document may be signed by hand on a tablet; whoever signs chose this way instead (D-21). */
  'method.chosen': { sessionId: number; method: string };
  /** Whoever signs agreed to the use of biometric data, in these words (D-20, GDPR art. 9). */
  'bio.consent': { sessionId: number; textVersion: string; textSha256: string };
  /** Handwriting of one point came sealed for the custodian; `pointer` as the tablet says (D-22, D-32, D-33). */
  'bio.captured': {
    sessionId: number;
    field: string;
    envelopeSha256: string;
    custodianSha256: string;
    pointer: string;
  };
  /** The tablet that the signature was written on proved itself by its key (P-13). */
  'hand.given': { sessionId: number; deviceId: number; activationId: number; device: string; points: number };
  'point.confirmed': { sessionId: number; field: string; label: string };
  /** Signing the module accepts the terms of the advanced signature that it prints, in this version (D-1). */
  'terms.accepted': { sessionId: number; textVersion: string; sha256: string };
  'sign.confirmed': {
    sessionId: number;
    preparedSha256: string;
    /** What the signer's page computed over what it showed; older ones were not asked. */
    shownSha256?: string;
    /** Which pages stood on that page's screen, as it counted; the signer's own page alone tells it. */
    reading?: SeenPages;
    points: number;
  };
  'signature.applied': {
    sessionId: number;
    field: string;
    certificateSerial: string;
    contentSha256: string;
    revisionSha256: string;
  };
  /** `authority` names who stamped; events from before there were several do not. */
  'timestamp.applied': {
    sessionId: number;
    field: string;
    authority?: string;
    serial: string;
    genTime: string;
    tokenSha256: string;
  };
  sealed: { sessionId: number; sha256: string; size: number; signatures: number };
  'audit.sealed': { sessionId: number; sha256: string };
  /** The signing ended after somebody had signed: the file with their signatures, sealed as not concluded (P-5). */
  'partial.kept': { sessionId: number; sha256: string; size: number; signatures: number };
  /** File or trail got one more document timestamp over everything in it: `sha256` is that of the grown file (P-10). */
  archived: {
    signedDocumentId: number;
    part: string;
    number: number;
    sha256: string;
    size: number;
    authority?: string;
    serial: string;
    genTime: string;
    tokenSha256: string;
  };
  /** The message with the link to the copy, to a customer who signed (D-13). */
  'copy.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'copy.failed': { sessionId: number; channel: string; address: string; reason?: string };
  'copy.delivered': { sessionId: number; channel: string; address: string; providerId: string };
  'copy.undelivered': { sessionId: number; channel: string; address: string; providerId: string; reason?: string };
  'document.signed': { sessionId: number; signedDocumentId: number; sha256: string; auditSha256: string };
  downloaded: {
    what: 'original' | 'signed' | 'partial' | 'audit' | 'copy' | 'bundle' | 'interim' | 'revocation';
    sha256: string;
  };
  /** Shown in the portal, or fetched in parts; told once a day for each person and file. */
  viewed: { what: 'original' | 'signed' | 'partial' | 'audit' | 'revocation'; sha256: string };
  /** One Sì/No of a privacy form, with the words it was asked in. */
  'consent.choice': {
    sessionId: number;
    field: string;
    purpose: string;
    channel: string;
    choice: string;
    textVersion: string;
    textSha256: string;
  };
  /** `sha256` is over controller, purposes, channels and choices in their order. */
  'consents.recorded': { sessionId: number; controller: string; records: number; granted: number; sha256: string };
  'consents.pushed': { controller: string; records: number; sha256: string; receipt: string };
  'consents.pushFailed': { controller: string; reason: string };
  'consents.withdrawn': {
    controller: string;
    purpose: string;
    channels: readonly string[];
    via: string;
    sha256: string;
  };
  /**
   * The signature rests on this person's adherence: an advanced one (D-2, D-52). Its module, the version of its terms and the
   * SHA-256 of what was signed are those of the adherence; null for one that was signed before they were kept.
   */
  'fea.used': {
    sessionId: number;
    signer: string;
    adherenceId: number;
    moduleId: number;
    legalEntity: string;
    activated: string;
    textVersion: string | null;
    sha256: string | null;
  };
  /** Who saw the customer and their identity document, before the module is signed; the number is masked (D-1, D-4). */
  'customer.identified': {
    sessionId: number;
    signer: string;
    method: string;
    login: string;
    at: string;
    document: string;
    number: string;
    expiry: string;
  };
  /** A signed module put an adherence to the advanced signature in force; `sha256` is the signed module's (D-1). */
  'fea.activated': {
    adherenceId: number;
    moduleId: number;
    legalEntity: string;
    sessionId: number;
    sha256: string;
    /** The module of the adherence that it takes the place of. */
    replaced: number | null;
  };
  /** `cancelled` counts the open signatures that rested on it (D-7). */
  'fea.revoked': {
    adherenceId: number;
    moduleId: number;
    legalEntity: string;
    /** The day on which the person asked for it. */
    date: string;
    via: string;
    cancelled: number;
    /** SHA-256 over requester and reason, salted (record 0032); missing in events from before it was kept. */
    words?: string;
    /** SHA-256 of the signed request, when one was attached. */
    request?: string;
  };
  /** Somebody was given the copy of everything that proves a person's adherences; `sha256` is its list's (D-8). */
  'fea.copied': { legalEntity: string; adherenceIds: readonly number[]; files: number; sha256: string };
  /** A version of what papers say (D-110); `digest` is over scope, label and content. */
  'paperVersion.submitted': PaperVersionDetail;
  'paperVersion.published': PaperVersionDetail & { replaced: number | null };
  'paperVersion.returned': { versionId: number; reason: string | null };
  /** Another folder-type configuration is in force; `sha256` is over its canonical JSON, `replaced` the version before, null for the shipped one (P-16). */
  'folderTypes.loaded': { version: number; sha256: string; replaced: number | null };
  /** A one-time code for a tablet was given out; the code itself is nowhere (P-13). */
  /** One administrator proposed what takes two; it is not in force (record 0066). */
  'administrator.proposed': AdministratorDetail;
  'administrator.confirmed': AdministratorDetail;
  /** It came to nothing: rejected, withdrawn, overtaken by an edit, lapsed or expired. */
  'administrator.ended': AdministratorDetail & { state: string; reason: string | null };
  /** By the operator's command, without a second administrator. */
  'administrator.appointed': AdministratorDetail;
  'administrator.freed': AdministratorDetail;
  /** A system of others is to be told of documents; of its address the host alone. */
  'webhook.created': WebhookDetail;
  /** `givenUp`: deliveries that waited when it was disabled. */
  'webhook.changed': WebhookDetail & { givenUp: number };
  'webhook.secretRotated': { webhookId: number; formerEnds: string };
  /** A technical account got another secret; the former ones end then (P-3). */
  'technicalAccount.secretMade': { userId: number; login: string; secretId: number; formerEnds: string };
  /** From which networks it may call; null: from anywhere. */
  'technicalAccount.limited': { userId: number; login: string; addresses: readonly string[] | null };
  'webhook.sentAgain': { webhookId: number; deliveryId: number; messageId: string };
  'device.codeIssued': { activationId: number; pairingId: number; expiresAt: string };
  /** A tablet used the code and waits for the staff; `keyId` is the SHA-256 of its public key. */
  'device.requested': DevicePairingDetail;
  'device.refused': DevicePairingDetail;
  'device.confirmed': DevicePairingDetail & { deviceId: number };
  'device.disabled': DeviceDetail;
  'device.enabled': DeviceDetail;
  /** Its key is dead from here on: another one may take its place. */
  'device.replaced': DeviceDetail;
  /** Its activation was deleted. */
  'device.withdrawn': DeviceDetail;
  /** A phone used a code that was shown at the desk and waits for the staff; who holds it is not known yet (P-7). */
  'qr.requested': { exchangeId: number };
  /** Another page or another phone tried the same code. */
  'qr.contended': { exchangeId: number };
  'qr.refused': { exchangeId: number };
  /** The staff saw the same two digits on both sides: the signature of this person is given on that phone. */
  'qr.confirmed': {
    exchangeId: number;
    sessionId: number;
    signer: string;
    /** The signature was another browser’s before. */
    moved?: true;
  };
  declined: { sessionId: number; reason: string };
  /** `reason` when it was not the dealer's own decision, as a refusal code. */
  cancelled: { sessionId: number; reason?: string };
  expired: { sessionId: number };
  renewed: { status: string };
}
export type EvidenceType = keyof EvidenceDetails;

export type EvidenceEvent = {
  [T in EvidenceType]: { type: T; actor: EvidenceActor; detail: EvidenceDetails[T] };
}[EvidenceType];

export const SYSTEM_ACTOR: EvidenceActor = {
  kind: 'system',
  id: null,
  name: null,
  role: null,
  ip: null,
  userAgent: null,
};
