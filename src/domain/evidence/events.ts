/** The closed list of audit events (D-50). Stored bodies depend on it: a member may be added, never renamed. No secret can be a member. */

export interface EvidenceActor {
  readonly kind: 'staff' | 'signer' | 'system';
  /** User id, signer id or null. */
  readonly id: number | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
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
  'sign.started': { sessionId: number; originalSha256: string; method: string };
  'sign.prepared': { sessionId: number; originalSha256: string; preparedSha256: string; pages: number; points: number };
  'sign.preparationFailed': { sessionId: number; reason: string };
  'link.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'link.failed': { sessionId: number; channel: string; address: string };
  /** Staff asked for the link to be sent once more (P-19). */
  'reminder.requested': { sessionId: number; channel: string; address: string };
  'reminder.sent': { sessionId: number; channel: string; address: string; providerId: string };
  'reminder.failed': { sessionId: number; channel: string; address: string };
  'link.opened': { sessionId: number };
  'document.shown': { sessionId: number; preparedSha256: string; pages: number };
  'otp.requested': { sessionId: number; phone: string; boundTo: string };
  'otp.sent': { sessionId: number; phone: string; providerId: string; parts: number };
  'otp.failed': { sessionId: number; phone: string; reason: string };
  'otp.wrong': { sessionId: number; attemptsLeft: number };
  'otp.expired': { sessionId: number };
  'otp.verified': { sessionId: number; boundTo: string };
  'otp.locked': { sessionId: number; attempts: number };
  'point.confirmed': { sessionId: number; field: string; label: string };
  'sign.confirmed': { sessionId: number; preparedSha256: string; points: number };
  'signature.applied': {
    sessionId: number;
    field: string;
    certificateSerial: string;
    contentSha256: string;
    revisionSha256: string;
  };
  'timestamp.applied': { sessionId: number; field: string; serial: string; genTime: string; tokenSha256: string };
  sealed: { sessionId: number; sha256: string; size: number; signatures: number };
  'audit.sealed': { sessionId: number; sha256: string };
  'document.signed': { sessionId: number; signedDocumentId: number; sha256: string; auditSha256: string };
  downloaded: { what: 'original' | 'signed' | 'audit' | 'copy'; sha256: string };
  /** Shown in the portal, or fetched in parts; told once a day for each person and file. */
  viewed: { what: 'original' | 'signed' | 'audit'; sha256: string };
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
  declined: { sessionId: number; reason: string };
  cancelled: { sessionId: number };
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
