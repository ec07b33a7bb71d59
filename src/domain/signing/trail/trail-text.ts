/**
 * Writes the details of audit events, for the sealed trail and for staff. Hashes are shortened for readability; the
 * trail has a column with the full hashes.
 */

import { type ConsentChannel, type ConsentPurpose, consentLabel } from '../../consents/consent.ts';
import type { Language } from '../../errors.ts';
import type { ChainedEvent } from '../../evidence/chain.ts';
import type { EvidenceActor, EvidenceDetails, EvidenceType } from '../../evidence/events.ts';
import { choiceLabel } from '../../papers/labels/choice-labels.ts';
import { fieldLabel } from '../../papers/labels/field-label.ts';
import { contactChangeText } from '../contact/contact-changes.ts';
import { isMessageReason, messageReason } from '../messages/sent-messages.ts';
import { romeTimeWithOffset } from './printed-time.ts';
import { seenPagesText } from './seen-pages.ts';

type Words = Readonly<Record<Language, string>>;

export const isUnknownActor = ({ kind, name }: Pick<EvidenceActor, 'kind' | 'name'>): boolean =>
  kind !== 'system' && name === null;

/** The product is the actor only of its own acts: a phone that scanned a QR code has no known owner yet. */
export function eventActor(actor: Pick<EvidenceActor, 'kind' | 'name'>): string {
  if (!isUnknownActor(actor)) return actor.name ?? 'Fascicolo';
  return actor.kind === 'signer' ? 'Telefono non identificato' : 'Non identificato';
}

const short = (sha256: string | null): string => (sha256 === null ? '' : `SHA-256 ${sha256.slice(0, 16)}…`);

const COPIES = {
  original: { it: 'originale', en: 'original' },
  signed: { it: 'documento firmato', en: 'signed document' },
  partial: { it: 'file firmato in parte', en: 'partly signed file' },
  audit: { it: 'tracciato', en: 'trail' },
  copy: { it: 'copia di chi ha firmato', en: 'signer’s copy' },
  bundle: { it: 'pacchetto prove', en: 'evidence bundle' },
  interim: { it: 'tracciato provvisorio', en: 'interim trail' },
  revocation: { it: 'richiesta di revoca', en: 'request of revocation' },
} as const satisfies Record<EvidenceDetails['downloaded']['what'], Words>;

const fieldNames = (field: string): Words => ({
  it: fieldLabel(field, 'it') ?? field,
  en: fieldLabel(field, 'en') ?? field,
});

/** The address of a message, delivered or not. */
const channelAndAddress = ({ channel, address }: { channel: string; address: string }): string =>
  `${channel === 'EMAIL' ? 'E-mail' : channel} ${address}`;

/** The same, with the reason of the failure if known. */
const failedDelivery = (
  message: { channel: string; address: string; reason?: string },
  say: (words: Words) => string,
): string => {
  const { reason = '' } = message;
  if (!isMessageReason(reason)) return channelAndAddress(message);
  return `${channelAndAddress(message)}: ${say({ it: messageReason(reason, 'it'), en: messageReason(reason, 'en') })}`;
};

const ANSWERS: Readonly<Record<string, Words>> = { GRANTED: { it: 'Sì', en: 'Yes' }, DENIED: { it: 'No', en: 'No' } };
const UNKNOWN: Words = { it: '–', en: '–' };

function consentText({ purpose, channel }: { purpose: string; channel: string }): Words {
  const key = { purpose: purpose as ConsentPurpose, channel: channel as ConsentChannel };
  return { it: consentLabel(key, 'it'), en: consentLabel(key, 'en') };
}

const PLACED_BY: Readonly<Record<string, Words>> = {
  field: { it: 'campo del file', en: 'field of the file' },
  anchor: { it: 'accanto al testo configurato', en: 'beside the configured text' },
  line: { it: 'sulla riga prevista nel file', en: 'on the line that the file has for it' },
  placed: { it: 'scelta da {by}', en: 'chosen by {by}' },
  remembered: { it: 'come scelto da {by}', en: 'as chosen by {by}' },
};

/** `pagina 2, riquadro 320 96 510 156`: PDF points from the bottom left. */
const placeText = ({ page, box }: { page: number; box: readonly number[] }): Words => ({
  it: `pagina ${page}, riquadro ${box.map((edge) => Math.round(edge)).join(' ')}`,
  en: `page ${page}, box ${box.map((edge) => Math.round(edge)).join(' ')}`,
});

const CONFIRMED_BY: Readonly<Record<string, Words>> = {
  PROVIDER: { it: 'presso il servizio di accesso', en: 'at the identity provider' },
  PASSWORD: { it: 'con la password', en: 'by password' },
};

/** @param acts at least two */
const servedActsText = (acts: number): Words => ({
  it: `un solo accesso per ${acts} firme`,
  en: `one sign-in for ${acts} signatures`,
});

const METHODS: Readonly<Record<string, Words>> = {
  OTP: { it: 'codice per SMS invece della firma a mano', en: 'code by SMS instead of signing by hand' },
};

const POINTERS: Readonly<Record<string, Words>> = {
  pen: { it: 'penna', en: 'pen' },
  touch: { it: 'dito', en: 'finger' },
  mouse: { it: 'mouse', en: 'mouse' },
};

/** How many people besides the signer used the number before. */
export const otherPeopleText = (count: number): Words =>
  count === 1
    ? { it: 'un’altra persona', en: 'one other person' }
    : { it: `altre ${count} persone`, en: `${count} other people` };

/** Why a contact had to be confirmed. */
function doubtText(
  { staff, company, others }: { staff: readonly string[]; company?: true; others: number },
  nameOf: NameOf,
  language: Language,
): string {
  const it = language === 'it';
  const users = staff.length === 0 ? [] : [`${it ? 'recapito di' : 'contact of'} ${staff.map(nameOf).join(', ')}`];
  const own = company ? [it ? 'telefono di una società della rete' : 'telephone of a company of the network'] : [];
  const people = otherPeopleText(others)[language];
  const sharedNote = others === 0 ? [] : [it ? `già usato da ${people}` : `used before by ${people}`];
  return [...users, ...own, ...sharedNote].join(', ');
}

/** `Carta d’identità ***5AB, scade il 31/12/2030`. */
export function identityText(
  { document, number, expiry }: Pick<EvidenceDetails['customer.identified'], 'document' | 'number' | 'expiry'>,
  language: Language,
): string {
  const [year, month, day] = expiry.split('-');
  const expiryText = `${language === 'it' ? 'scade il' : 'expires on'} ${day}/${month}/${year}`;
  return `${choiceLabel('ID_TYPE', document, language)} ${number}, ${expiryText}`;
}

/** Resolves a login to a name: evidence stores logins, pages show names. */
type NameOf = (login: string) => string;

type DetailWriters = {
  [T in EvidenceType]?: (detail: EvidenceDetails[T], say: (words: Words) => string, nameOf: NameOf) => string;
};

const numbered = (id: number | string): Words => ({ it: `n. ${id}`, en: `no. ${id}` });

const DETAIL_WRITERS: DetailWriters = {
  'document.created': (detail) =>
    [detail.fileName, short(detail.sha256)].filter((part) => part !== null && part !== '').join(', '),
  'document.generated': (detail, translate) => {
    const changeNote = detail.replaced === null ? '' : translate({ it: 'Dati cambiati', en: 'Data changed' });
    return [
      changeNote,
      detail.number === null ? '' : translate(numbered(detail.number)),
      detail.termsVersion,
      short(detail.sha256),
    ]
      .filter(Boolean)
      .join(', ');
  },
  'document.edited': (detail, translate) => detail.changed.map((field) => translate(fieldNames(field))).join(', '),
  'content.gate.passed': (detail, translate) =>
    `${detail.pages} ${translate({ it: detail.pages === 1 ? 'pagina' : 'pagine', en: detail.pages === 1 ? 'page' : 'pages' })}, ${short(detail.sha256)}`,
  'sign.started': (detail, translate) => {
    const others = (detail.together ?? []).map((id) => translate(numbered(id))).join(', ');
    const together = others && translate({ it: `insieme a ${others}`, en: `together with ${others}` });
    return [detail.method, together, short(detail.originalSha256)].filter(Boolean).join(', ');
  },
  'sign.prepared': (detail, translate) => {
    const { together } = detail;
    const fingerprint =
      together && translate({ it: `impronta ${together.fingerprint}`, en: `fingerprint ${together.fingerprint}` });
    return [short(detail.preparedSha256), fingerprint].filter(Boolean).join(', ');
  },
  'places.chosen': (detail, say) => {
    const places = detail.places.map((place) => say(placeText(place))).join('; ');
    const rememberedNote = detail.remembered ? say({ it: 'ricordata', en: 'remembered' }) : '';
    return [places || say({ it: 'Pagina delle firme', en: 'Signature page' }), rememberedNote, short(detail.sha256)]
      .filter(Boolean)
      .join(', ');
  },
  'signature.placed': (detail, translate, nameOf) => {
    const by = detail.chosenBy === null ? '–' : nameOf(detail.chosenBy);
    const placement = translate(PLACED_BY[detail.origin] ?? UNKNOWN).replace('{by}', by);
    return `${translate(placeText(detail))}, ${placement}`;
  },
  'places.leftOut': (detail, say) => {
    const fields = detail.fields.map(({ name, page }) =>
      say({ it: `«${name}» a pagina ${page}`, en: `“${name}” on page ${page}` }),
    );
    const more = detail.others === 0 ? [] : [say({ it: `e altri ${detail.others}`, en: `and ${detail.others} more` })];
    return [...fields, ...more].join(', ');
  },
  'link.sent': channelAndAddress,
  'link.failed': failedDelivery,
  'link.delivered': channelAndAddress,
  'link.undelivered': failedDelivery,
  'reminder.requested': channelAndAddress,
  'reminder.sent': channelAndAddress,
  'reminder.failed': failedDelivery,
  'copy.sent': channelAndAddress,
  'copy.failed': failedDelivery,
  'copy.delivered': channelAndAddress,
  'copy.undelivered': failedDelivery,
  'contact.corrected': (detail) =>
    [
      detail.signer,
      detail.phoneChanged ? `${detail.phoneBefore} → ${detail.phone}` : '',
      detail.addressChanged ? `${detail.addressBefore} → ${detail.address}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  'customer.contactChanged': ({ phone, address }) =>
    [phone, address].flatMap((value) => (value === null ? [] : [`${value.before} → ${value.after}`])).join(', '),
  'contact.history': ({ changes, earlier, at }, translate, nameOf) => {
    const changeTexts = changes.map((change) =>
      translate({
        it: contactChangeText(change, new Date(at), 'it', nameOf),
        en: contactChangeText(change, new Date(at), 'en', nameOf),
      }),
    );
    return [
      ...changeTexts,
      ...(earlier === 0
        ? []
        : [
            translate({
              it: earlier === 1 ? 'un altro prima' : `altri ${earlier} prima`,
              en: earlier === 1 ? 'another one earlier' : `${earlier} more earlier`,
            }),
          ]),
    ].join('; ');
  },
  'contact.shared': ({ signer, phone, others }, translate) =>
    `${signer}, ${phone}: ${translate({
      it: others === 1 ? 'già usato a nome di un’altra persona' : `già usato a nome di altre ${others} persone`,
      en: others === 1 ? 'used before in another person’s name' : `used before in ${others} other people’s names`,
    })}`,
  'contact.confirmed': (detail, translate, nameOf) =>
    `${detail.signer}, ${detail.contact}: ${translate({ it: doubtText(detail, nameOf, 'it'), en: doubtText(detail, nameOf, 'en') })}`,
  'contact.vouched': (detail, translate, nameOf) => {
    const { signer, contact, by, login, at } = detail;
    // The name at that time and the person in the evidence; printed once if they are the same.
    const person = nameOf(login) === by ? by : `${by} (${nameOf(login)})`;
    const doubt = translate({ it: doubtText(detail, nameOf, 'it'), en: doubtText(detail, nameOf, 'en') });
    return `${signer}, ${contact}: ${translate({ it: 'confermato da', en: 'confirmed by' })} ${person}, ${romeTimeWithOffset(new Date(at))}; ${doubt}`;
  },
  'link.opened': ({ moved }, translate) =>
    moved
      ? translate({
          it: 'la firma passa qui da un altro browser: ciò che aveva letto e il suo codice non contano più',
          en: 'the signature moves here from another browser, whose reading and code are discarded',
        })
      : '',
  'document.shown': (detail, translate) =>
    `${detail.pages} ${translate({ it: detail.pages === 1 ? 'pagina' : 'pagine', en: detail.pages === 1 ? 'page' : 'pages' })}, ${short(detail.preparedSha256)}`,
  'otp.requested': (detail) => detail.phone,
  'otp.sent': (detail) => detail.phone,
  'otp.failed': (detail) => detail.phone,
  'otp.delivered': (detail) => detail.phone,
  'otp.undelivered': (detail) => detail.phone,
  'otp.wrong': (detail, say) => `${say({ it: 'Tentativi rimasti', en: 'Attempts left' })}: ${detail.attemptsLeft}`,
  'otp.locked': (detail, say) => `${say({ it: 'Codici sbagliati', en: 'Wrong codes' })}: ${detail.attempts}`,
  'signer.replaced': ({ before, after }) => `${before} → ${after}`,
  'identity.confirmed': (detail, translate, nameOf) =>
    [
      `${translate({ it: 'utente', en: 'user' })} ${nameOf(detail.login)}`,
      translate(CONFIRMED_BY[detail.method] ?? UNKNOWN),
      romeTimeWithOffset(new Date(detail.at)),
      ...(detail.acts === undefined ? [] : [translate(servedActsText(detail.acts))]),
    ].join(', '),
  'method.chosen': (detail, translate) => translate(METHODS[detail.method] ?? UNKNOWN),
  'bio.consent': (detail) => `${detail.textVersion}, ${short(detail.textSha256)}`,
  'bio.captured': (detail, translate) =>
    [
      `${translate(POINTERS[detail.pointer] ?? UNKNOWN)}, ${short(detail.envelopeSha256)}`,
      `${translate({ it: 'certificato del custode', en: 'custodian’s certificate' })} ${short(detail.custodianSha256)}`,
    ].join(', '),
  'hand.given': (detail) => detail.device,
  'point.confirmed': (detail) => detail.label,
  'terms.accepted': (detail) => `${detail.textVersion}, ${short(detail.sha256)}`,
  'sign.confirmed': ({ preparedSha256, shownSha256, reading }, say) =>
    [
      shownSha256 === undefined
        ? short(preparedSha256)
        : `${short(shownSha256)}, ${say({ it: 'calcolato dalla pagina sul documento ricevuto', en: 'computed by the page over the document received' })}`,
      ...(reading === undefined ? [] : [say({ it: seenPagesText(reading, 'it'), en: seenPagesText(reading, 'en') })]),
    ].join('; '),
  'signature.applied': (detail, say) =>
    `${say({ it: 'Certificato', en: 'Certificate' })} ${detail.certificateSerial}, ${short(detail.revisionSha256)}`,
  'timestamp.applied': (detail, translate) =>
    [
      romeTimeWithOffset(new Date(detail.genTime)),
      `${translate({ it: 'numero', en: 'number' })} ${detail.serial}`,
      ...(detail.authority === undefined ? [] : [detail.authority]),
    ].join(', '),
  sealed: (detail, translate) =>
    `${detail.signatures} ${translate({ it: 'tra firme e sigillo', en: 'signatures, with the seal' })}, ${short(detail.sha256)}`,
  'audit.sealed': (detail) => short(detail.sha256),
  'partial.kept': (detail, translate) =>
    `${detail.signatures} ${translate({ it: 'tra firme e sigillo', en: 'signatures, with the seal' })}, ${short(detail.sha256)}`,
  'document.signed': (detail) => short(detail.sha256),
  archived: (detail, say) =>
    `${say(detail.part === 'audit' ? COPIES.audit : COPIES.signed)}, ${say(numbered(detail.number))}, ${short(detail.sha256)}`,
  downloaded: (detail, translate) => `${translate(COPIES[detail.what])}, ${short(detail.sha256)}`,
  viewed: (detail, translate) => `${translate(COPIES[detail.what])}, ${short(detail.sha256)}`,
  'consent.choice': (detail, translate) =>
    `${translate(consentText(detail))}: ${translate(ANSWERS[detail.choice] ?? UNKNOWN)}, ${detail.textVersion}`,
  'consents.recorded': (detail, say) =>
    `${say({ it: 'Sì', en: 'Yes' })} ${detail.granted}, No ${detail.records - detail.granted}, ${short(detail.sha256)}`,
  'consents.pushed': (detail) => `${detail.receipt}, ${short(detail.sha256)}`,
  'fea.copied': (detail, say) => `${say({ it: 'file', en: 'files' })}: ${detail.files}, ${short(detail.sha256)}`,
  'consents.withdrawn': (detail, translate) =>
    detail.channels.map((channel) => translate(consentText({ purpose: detail.purpose, channel }))).join('; '),
  'fea.used': ({ signer, adherenceId, moduleId, textVersion, sha256 }, translate) =>
    [
      `${signer}: ${translate({ it: 'adesione n.', en: 'adherence no.' })} ${adherenceId}`,
      `${translate({ it: 'Modulo FEA n.', en: 'FEA module no.' })} ${moduleId}`,
      ...(textVersion === null ? [] : [textVersion]),
      ...(sha256 === null ? [] : [short(sha256)]),
    ].join(', '),
  'customer.identified': (detail, translate, nameOf) =>
    [
      `${detail.signer}: ${translate({ it: identityText(detail, 'it'), en: identityText(detail, 'en') })}`,
      `${translate({ it: 'utente', en: 'user' })} ${nameOf(detail.login)}`,
      romeTimeWithOffset(new Date(detail.at)),
    ].join(', '),
  'qr.confirmed': ({ signer, moved }, translate) =>
    moved
      ? `${signer}; ${translate({ it: 'la firma passa da un altro browser a questo telefono', en: 'the signature moves from another browser to this phone' })}`
      : signer,
  declined: (detail) => detail.reason,
};

/**
 * The details of an event, in one line; null when there is nothing to add.
 * @param nameOf the display name of a login; defaults to the login, as in the evidence trail.
 */
export function eventDetail(
  event: Pick<ChainedEvent, 'type' | 'detail'>,
  language: Language = 'it',
  nameOf: NameOf = (login) => login,
): string | null {
  const writer = DETAIL_WRITERS[event.type] as
    | ((detail: unknown, say: (words: Words) => string, nameOf: NameOf) => string)
    | undefined;
  const text = writer?.(event.detail, (words) => words[language], nameOf) ?? '';
  return text === '' ? null : text;
}
