/** Audit events in words, for the sealed trail and for staff (D-50, D-52). Hashes are shortened for people; the trail's own column has them whole. */

import { type ConsentChannel, type ConsentPurpose, consentLabel } from '../consents/consent.ts';
import type { Language } from '../errors.ts';
import type { ChainedEvent } from '../evidence/chain.ts';
import type { EvidenceDetails, EvidenceType } from '../evidence/events.ts';
import { fieldLabel } from '../field-labels.ts';
import { romeTimeWithOffset } from './printed-time.ts';

type Words = Readonly<Record<Language, string>>;

const NAMES = {
  'document.created': { it: 'Documento creato', en: 'Document created' },
  'content.gate.passed': { it: 'Contenuto del file controllato', en: 'File content checked' },
  'document.edited': { it: 'Documento modificato', en: 'Document edited' },
  'document.deleted': { it: 'Documento eliminato', en: 'Document deleted' },
  'document.takenBack': { it: 'Documento riportato in bozza', en: 'Document taken back to draft' },
  'sign.started': { it: 'Firma avviata', en: 'Signing started' },
  'sign.prepared': { it: 'Documento preparato per la firma', en: 'Document prepared for signing' },
  'sign.preparationFailed': { it: 'Preparazione non riuscita', en: 'Preparation failed' },
  'link.sent': { it: 'Link di firma inviato', en: 'Sign link sent' },
  'link.failed': { it: 'Link di firma non inviato', en: 'Sign link not sent' },
  'reminder.requested': { it: 'Sollecito richiesto', en: 'Reminder requested' },
  'reminder.sent': { it: 'Sollecito inviato', en: 'Reminder sent' },
  'reminder.failed': { it: 'Sollecito non inviato', en: 'Reminder not sent' },
  'link.opened': { it: 'Link di firma usato', en: 'Sign link used' },
  'document.shown': { it: 'Documento mostrato per intero', en: 'Document shown in full' },
  'otp.requested': { it: 'Codice richiesto', en: 'Code requested' },
  'otp.sent': { it: 'Codice inviato per SMS', en: 'Code sent by SMS' },
  'otp.failed': { it: 'Codice non inviato', en: 'Code not sent' },
  'otp.wrong': { it: 'Codice sbagliato', en: 'Wrong code' },
  'otp.expired': { it: 'Codice scaduto', en: 'Code expired' },
  'otp.verified': { it: 'Codice verificato', en: 'Code verified' },
  'otp.locked': { it: 'Firma bloccata per troppi codici sbagliati', en: 'Locked after too many wrong codes' },
  'point.confirmed': { it: 'Punto di firma confermato', en: 'Signature point confirmed' },
  'sign.confirmed': { it: 'Volontà di firmare espressa', en: 'Intent to sign expressed' },
  'signature.applied': { it: 'Firma apposta', en: 'Signature applied' },
  'timestamp.applied': { it: 'Marca temporale apposta', en: 'Timestamp applied' },
  sealed: { it: 'Documento sigillato', en: 'Document sealed' },
  'audit.sealed': { it: 'Tracciato sigillato', en: 'Trail sealed' },
  'document.signed': { it: 'Documento firmato', en: 'Document signed' },
  downloaded: { it: 'Copia scaricata', en: 'Copy downloaded' },
  viewed: { it: 'Documento visualizzato', en: 'Document viewed' },
  'consent.choice': { it: 'Consenso espresso', en: 'Consent answered' },
  'consents.recorded': { it: 'Consensi registrati', en: 'Consents recorded' },
  'consents.pushed': { it: 'Consensi comunicati al titolare', en: 'Consents sent to the controller' },
  'consents.pushFailed': {
    it: 'Comunicazione dei consensi non riuscita',
    en: 'Sending the consents failed',
  },
  'consents.withdrawn': { it: 'Consenso revocato', en: 'Consent withdrawn' },
  declined: { it: 'Firma rifiutata', en: 'Signature declined' },
  cancelled: { it: 'Firma annullata dalla concessionaria', en: 'Signature cancelled by the dealer' },
  expired: { it: 'Link di firma scaduto', en: 'Sign link expired' },
  renewed: { it: 'Documento rinnovato', en: 'Document renewed' },
} as const satisfies Record<EvidenceType, Words>;

/** An event of a later version keeps its type as its name. */
export function eventName(type: string, language: Language = 'it'): string {
  return Object.hasOwn(NAMES, type) ? NAMES[type as EvidenceType][language] : type;
}

const short = (sha256: string | null): string => (sha256 === null ? '' : `SHA-256 ${sha256.slice(0, 16)}…`);

const COPIES = {
  original: { it: 'originale', en: 'original' },
  signed: { it: 'documento firmato', en: 'signed document' },
  audit: { it: 'tracciato', en: 'trail' },
  copy: { it: 'copia di chi ha firmato', en: 'signer’s copy' },
} as const satisfies Record<EvidenceDetails['downloaded']['what'], Words>;

const named = (field: string): Words => ({
  it: fieldLabel(field, 'it') ?? field,
  en: fieldLabel(field, 'en') ?? field,
});

/** Where a message went, or should have gone. */
const addressed = ({ channel, address }: { channel: string; address: string }): string =>
  `${channel === 'EMAIL' ? 'E-mail' : channel} ${address}`;

const ANSWERS: Readonly<Record<string, Words>> = { GRANTED: { it: 'Sì', en: 'Yes' }, DENIED: { it: 'No', en: 'No' } };
const UNKNOWN: Words = { it: '–', en: '–' };

function consentWords({ purpose, channel }: { purpose: string; channel: string }): Words {
  const key = { purpose: purpose as ConsentPurpose, channel: channel as ConsentChannel };
  return { it: consentLabel(key, 'it'), en: consentLabel(key, 'en') };
}

type Teller = { [T in EvidenceType]?: (detail: EvidenceDetails[T], say: (words: Words) => string) => string };

const TELLERS: Teller = {
  'document.created': (detail) =>
    [detail.fileName, short(detail.sha256)].filter((part) => part !== null && part !== '').join(', '),
  'document.edited': (detail, say) => detail.changed.map((field) => say(named(field))).join(', '),
  'content.gate.passed': (detail, say) =>
    `${detail.pages} ${say({ it: detail.pages === 1 ? 'pagina' : 'pagine', en: detail.pages === 1 ? 'page' : 'pages' })}, ${short(detail.sha256)}`,
  'sign.started': (detail) => `${detail.method}, ${short(detail.originalSha256)}`,
  'sign.prepared': (detail) => short(detail.preparedSha256),
  'link.sent': addressed,
  'link.failed': addressed,
  'reminder.requested': addressed,
  'reminder.sent': addressed,
  'reminder.failed': addressed,
  'document.shown': (detail, say) =>
    `${detail.pages} ${say({ it: detail.pages === 1 ? 'pagina' : 'pagine', en: detail.pages === 1 ? 'page' : 'pages' })}, ${short(detail.preparedSha256)}`,
  'otp.requested': (detail) => detail.phone,
  'otp.sent': (detail) => detail.phone,
  'otp.failed': (detail) => detail.phone,
  'otp.wrong': (detail, say) => `${say({ it: 'Tentativi rimasti', en: 'Attempts left' })}: ${detail.attemptsLeft}`,
  'otp.locked': (detail, say) => `${say({ it: 'Codici sbagliati', en: 'Wrong codes' })}: ${detail.attempts}`,
  'point.confirmed': (detail) => detail.label,
  'sign.confirmed': (detail) => short(detail.preparedSha256),
  'signature.applied': (detail, say) =>
    `${say({ it: 'Certificato', en: 'Certificate' })} ${detail.certificateSerial}, ${short(detail.revisionSha256)}`,
  'timestamp.applied': (detail, say) =>
    `${romeTimeWithOffset(new Date(detail.genTime))}, ${say({ it: 'numero', en: 'number' })} ${detail.serial}`,
  sealed: (detail, say) =>
    `${say({ it: 'Firme e sigillo', en: 'Signatures and seal' })}: ${detail.signatures}, ${short(detail.sha256)}`,
  'audit.sealed': (detail) => short(detail.sha256),
  'document.signed': (detail) => short(detail.sha256),
  downloaded: (detail, say) => `${say(COPIES[detail.what])}, ${short(detail.sha256)}`,
  viewed: (detail, say) => `${say(COPIES[detail.what])}, ${short(detail.sha256)}`,
  'consent.choice': (detail, say) =>
    `${say(consentWords(detail))}: ${say(ANSWERS[detail.choice] ?? UNKNOWN)}, ${detail.textVersion}`,
  'consents.recorded': (detail, say) =>
    `${say({ it: 'Sì', en: 'Yes' })} ${detail.granted}, No ${detail.records - detail.granted}, ${short(detail.sha256)}`,
  'consents.pushed': (detail) => `${detail.receipt}, ${short(detail.sha256)}`,
  'consents.withdrawn': (detail, say) =>
    detail.channels.map((channel) => say(consentWords({ purpose: detail.purpose, channel }))).join('; '),
  declined: (detail) => detail.reason,
};

/** What an event tells besides its name, in one line; null when there is nothing to add. */
export function eventDetail(event: Pick<ChainedEvent, 'type' | 'detail'>, language: Language = 'it'): string | null {
  const teller = TELLERS[event.type] as ((detail: unknown, say: (words: Words) => string) => string) | undefined;
  const text = teller?.(event.detail, (words) => words[language]) ?? '';
  return text === '' ? null : text;
}
