/** The closed list of evidence events. Stored bodies depend on it: members may be added, never renamed. No member may contain a secret. */
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
  /** Login; null: the operator, from the command line. */
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

/** Details of each event besides actor and time. Hashes are lower-case hexadecimal SHA-256; phones and addresses are masked. */
export interface EvidenceDetails {
  'document.created': {
    type: string;
    fileName: string | null;
    sha256: string | null;
    size: number | null;
    status: string;
  };
  /**
   * The product generated the file from its data. `paperSha256` covers the printed data; `replaced` is the file
   * generated before, if its content has changed.
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
  /** `changed` names the changed fields; values of extra fields may be personal and are not recorded. */
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
   * `custodianSha256`, for a handwritten signature: fingerprint of the certificate to which it is encrypted;
   * `together`: the other documents of the same signature.
   */
  'sign.started': {
    sessionId: number;
    originalSha256: string;
    method: string;
    custodianSha256?: string;
    together?: readonly number[];
  };
  /**
   * `together`: for several documents signed with one code, the fingerprint shown to signers and the hashes that it
   * covers, in this order.
   */
  'sign.prepared': {
    sessionId: number;
    originalSha256: string;
    preparedSha256: string;
    pages: number;
    points: number;
    together?: { fingerprint: string; preparedSha256: readonly string[] };
  };
  /** A user chose the signature fields of the file with this hash; `remembered`: also for further files of its kind. */
  'places.chosen': {
    sha256: string;
    places: readonly { point: number; page: number; box: readonly number[] }[];
    remembered: boolean;
  };
  'places.withdrawn': Record<string, never>;
  /** Rectangle of a signature field on the file's own pages; chosen by `chosenBy`, on this document or one of its kind. */
  'signature.placed': {
    sessionId: number;
    field: string;
    origin: string;
    page: number;
    /** Left, bottom, right, top in points. */
    box: readonly number[];
    chosenBy: string | null;
  };
  /** Empty signature fields of the file that are not used: removed from the signed file. `others`: number of fields not listed. */
  'places.leftOut': { sessionId: number; fields: readonly { name: string; page: number }[]; others: number };
  'sign.preparationFailed': { sessionId: number; reason: string };
  'link.sent': { sessionId: number; channel: string; address: string; providerId: string };
  /** `reason`: one of MESSAGE_REASONS, here and in the following events. */
  'link.failed': { sessionId: number; channel: string; address: string; reason?: string };
  /** Delivery report of a server or gateway on a message with the link, hours or days after it accepted the message. */
  'link.delivered': { sessionId: number; channel: string; address: string; providerId: string };
  'link.undelivered': { sessionId: number; channel: string; address: string; providerId: string; reason?: string };
  /** Staff requested that the link be sent again. */
  'reminder.requested': { sessionId: number; channel: string; address: string };
  'reminder.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'reminder.failed': { sessionId: number; channel: string; address: string; reason?: string };
  /** Staff corrected the contact for link and code; masked. */
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
  /** On the customer's own chain: phone or e-mail was changed, in the dossier or for a pending signature. */
  'customer.contactChanged': Pick<ContactChange, 'phone' | 'address'>;
  /** Contact changes before a signature started; of a long history the newest, and the number of earlier ones. `at` is the start. */
  'contact.history': { sessionId: number; at: string; changes: readonly ContactChange[]; earlier: number };
  /** Number of other names that have used this phone for codes, in the whole network. */
  'contact.shared': { sessionId: number; signer: string; phone: string; others: number };
  /**
   * A second person confirmed that this contact is the customer's; `staff`: logins of users with the same contact;
   * `company`: a company of the network publishes it; `others`: number of other people who used it before.
   */
  'contact.confirmed': { signer: string; contact: string; staff: readonly string[]; company?: true; others: number };
  /** A signature started on such a confirmation: by whom and when it was given. */
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
  /** Staff named another user to sign for the dealer. */
  'signer.replaced': { sessionId: number; role: string; before: string; after: string; userId: number };
  'link.opened': {
    sessionId: number;
    /** The session moved from another browser, whose reading and code are discarded. */
    moved?: true;
  };
  'document.shown': { sessionId: number; preparedSha256: string; pages: number };
  'otp.requested': { sessionId: number; phone: string; boundTo: string };
  'otp.sent': { sessionId: number; phone: string; providerId: string; parts: number };
  'otp.failed': { sessionId: number; phone: string; reason: string };
  /** The gateway reports that the message reached the phone, or that it will not. */
  'otp.delivered': { sessionId: number; phone: string; providerId: string };
  'otp.undelivered': { sessionId: number; phone: string; providerId: string };
  'otp.wrong': { sessionId: number; attemptsLeft: number };
  'otp.expired': { sessionId: number };
  'otp.verified': { sessionId: number; boundTo: string };
  'otp.locked': { sessionId: number; attempts: number };
  /** A staff signer signed in again to sign; `boundTo` covers session, files, person and signature fields. */
  'identity.confirmed': {
    sessionId: number;
    method: string;
    login: string;
    at: string;
    boundTo: string;
    /** Number of signatures covered by the sign-in; absent if only this one. */
    acts?: number;
  };
  /** The document could be signed by hand on a tablet; the signer chose this method instead. */
  'method.chosen': { sessionId: number; method: string };
  /** The signer consented to the use of biometric data, with this text (GDPR art. 9). */
  'bio.consent': { sessionId: number; textVersion: string; textSha256: string };
  /** Handwriting for one signature field was received, encrypted to the custodian; `pointer` as reported by the tablet. */
  'bio.captured': {
    sessionId: number;
    field: string;
    envelopeSha256: string;
    custodianSha256: string;
    pointer: string;
  };
  /** The tablet used for handwriting authenticated itself with its key. */
  'hand.given': { sessionId: number; deviceId: number; activationId: number; device: string; points: number };
  'point.confirmed': { sessionId: number; field: string; label: string };
  /** Signing the module accepts the printed FEA terms, in this version. */
  'terms.accepted': { sessionId: number; textVersion: string; sha256: string };
  'sign.confirmed': {
    sessionId: number;
    preparedSha256: string;
    /** Hash computed by the signer's page over the file it showed; absent in older events. */
    shownSha256?: string;
    /** Pages shown on the screen, as counted by the page; reported only by the signer's page. */
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
  /** `authority` names the timestamp authority; absent in events from before there were several. */
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
  /** The signing session ended after a signer had signed: the file with the existing signatures, sealed as not concluded. */
  'partial.kept': { sessionId: number; sha256: string; size: number; signatures: number };
  /** File or trail got another document timestamp over its whole content: `sha256` is that of the extended file. */
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
  /** The message with the link to the copy, to a customer who signed. */
  'copy.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'copy.failed': { sessionId: number; channel: string; address: string; reason?: string };
  'copy.delivered': { sessionId: number; channel: string; address: string; providerId: string };
  'copy.undelivered': { sessionId: number; channel: string; address: string; providerId: string; reason?: string };
  'document.signed': { sessionId: number; signedDocumentId: number; sha256: string; auditSha256: string };
  downloaded: {
    what: 'original' | 'signed' | 'partial' | 'audit' | 'copy' | 'bundle' | 'interim' | 'revocation';
    sha256: string;
  };
  /** Shown in the portal, or fetched in ranges; recorded once a day for each person and file. */
  viewed: { what: 'original' | 'signed' | 'partial' | 'audit' | 'revocation'; sha256: string };
  /** One Sì/No answer of a privacy form, with the text of the question. */
  'consent.choice': {
    sessionId: number;
    field: string;
    purpose: string;
    channel: string;
    choice: string;
    textVersion: string;
    textSha256: string;
  };
  /** `sha256` covers controller, purposes, channels and choices in their order. */
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
   * The signature is an advanced one, based on this person's adherence. Module, version of the terms and SHA-256 of the
   * signed content are those of the adherence; null if it was signed before they were stored.
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
  /** The user who checked the customer and the identity document, before the module is signed; the number is masked. */
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
  /** A signed module put a FEA adherence in force; `sha256` is the signed module's. */
  'fea.activated': {
    adherenceId: number;
    moduleId: number;
    legalEntity: string;
    sessionId: number;
    sha256: string;
    /** The module of the replaced adherence. */
    replaced: number | null;
  };
  /** `cancelled`: number of open signatures that depended on it. */
  'fea.revoked': {
    adherenceId: number;
    moduleId: number;
    legalEntity: string;
    /** Day of the person's request. */
    date: string;
    via: string;
    cancelled: number;
    /** SHA-256 over requester and reason, salted (record 0032); absent in older events. */
    words?: string;
    /** SHA-256 of the signed request, if attached. */
    request?: string;
  };
  /** A copy of all proofs of a person's adherences was handed out; `sha256` is that of its list. */
  'fea.copied': { legalEntity: string; adherenceIds: readonly number[]; files: number; sha256: string };
  /** A version of the generated papers' content; `digest` covers scope, label and content. */
  'paperVersion.submitted': PaperVersionDetail;
  'paperVersion.published': PaperVersionDetail & { replaced: number | null };
  'paperVersion.returned': { versionId: number; reason: string | null };
  /**
   * Another folder-type configuration took effect; `sha256` covers its canonical JSON, `replaced` is the version
   * before, null for the shipped one.
   */
  'folderTypes.loaded': { version: number; sha256: string; replaced: number | null };
  /** One administrator proposed a change that needs two; it is not in force (record 0066). */
  'administrator.proposed': AdministratorDetail;
  'administrator.confirmed': AdministratorDetail;
  /** The proposal ended without effect: rejected, withdrawn, overtaken by an edit, lapsed or expired. */
  'administrator.ended': AdministratorDetail & { state: string; reason: string | null };
  /** Appointed by the operator's command, without a second administrator. */
  'administrator.appointed': AdministratorDetail;
  'administrator.freed': AdministratorDetail;
  /** An external system will be notified of documents; only the host of its address is recorded. */
  'webhook.created': WebhookDetail;
  /** `givenUp`: number of deliveries pending when it was disabled. */
  'webhook.changed': WebhookDetail & { givenUp: number };
  'webhook.secretRotated': { webhookId: number; formerEnds: string };
  /** A technical account got a new secret; `formerEnds` is when the former ones expire. */
  'technicalAccount.secretMade': { userId: number; login: string; secretId: number; formerEnds: string };
  /** Networks from which it may call; null: any. */
  'technicalAccount.limited': { userId: number; login: string; addresses: readonly string[] | null };
  'webhook.sentAgain': { webhookId: number; deliveryId: number; messageId: string };
  /** A one-time code for a tablet was issued; the code itself is not recorded. */
  'device.codeIssued': { activationId: number; pairingId: number; expiresAt: string };
  /** A tablet used the code and waits for confirmation; `keyId` is the SHA-256 of its public key. */
  'device.requested': DevicePairingDetail;
  'device.refused': DevicePairingDetail;
  'device.confirmed': DevicePairingDetail & { deviceId: number };
  'device.disabled': DeviceDetail;
  'device.enabled': DeviceDetail;
  /** Its key is invalid from here on, so that another device may take its place. */
  'device.replaced': DeviceDetail;
  /** Its activation was deleted. */
  'device.withdrawn': DeviceDetail;
  /** A phone used the code shown at the desk and waits for staff; its holder is not identified yet. */
  'qr.requested': { exchangeId: number };
  /** Another page or another phone tried the same code. */
  'qr.contended': { exchangeId: number };
  'qr.refused': { exchangeId: number };
  /** Staff saw the same two digits on both screens: this person signs on that phone. */
  'qr.confirmed': {
    exchangeId: number;
    sessionId: number;
    signer: string;
    /** The signing session was in another browser before. */
    moved?: true;
  };
  declined: { sessionId: number; reason: string };
  /** `reason`: a refusal code, if it was not the dealer's own decision. */
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
