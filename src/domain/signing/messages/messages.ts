/** Writes the two messages of a signature: the e-mail with the link and the one-part SMS with the code. */
import { CODE_MINUTES } from '../one-time-code.ts';
import { romeDeadline, romeDeadlineShort } from '../trail/printed-time.ts';
import { LINK_HOURS } from './link.ts';
import { mailText } from './mail-text.ts';
import { GSM7 } from './sms-parts.ts';

/** Basic alphabet only: characters of the extension table count double, and our texts do not use them. */
const GSM7_SET: ReadonlySet<string> = new Set(GSM7);
export const SMS_PART = 160;

export const isGsm7 = (text: string): boolean => [...text].every((character) => GSM7_SET.has(character));

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '€': 'EUR',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Œ: 'OE',
  œ: 'oe',
};

/** Converts text to the basic alphabet: letters lose unsupported accents, and characters without an equivalent become spaces. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => {
      const replaced = REPLACEMENTS[character] ?? character;
      if (isGsm7(replaced) && !/[\r\n]/.test(replaced)) return replaced;
      const plain = replaced.normalize('NFD').replace(/\p{M}/gu, '');
      return isGsm7(plain) && !/[\r\n]/.test(plain) ? plain : ' ';
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** No name may look like a code: a run of six or more digits is cut to five. */
export const withoutCodes = (text: string): string => text.replace(/\d{6,}/g, (digits) => digits.slice(0, 5));

export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}.`;
}

export interface CodeMessage {
  dealer: string;
  /** Name of the document type. */
  label: string;
  fingerprint: string;
  code: string;
  /** The host whose pages may read the code from the message automatically (WebOTP); adds a second part. */
  host?: string;
}

const MIN_DEALER_LENGTH = 18;
const MIN_LABEL_LENGTH = 12;

/** One GSM-7 part of at most 160 septets, two with the WebOTP line; only long names are shortened. */
export function codeMessage(message: CodeMessage): string {
  const write = (dealer: string, label: string): string =>
    `${dealer}: codice ${message.code} per firmare ${label} (impronta ${message.fingerprint}). ` +
    `Vale ${CODE_MINUTES} minuti: non comunicarlo a nessuno, nemmeno alla concessionaria.`;
  const available = SMS_PART - write('', '').length;
  const label = withoutCodes(toGsm7(message.label)) || 'documento';
  const dealer = withoutCodes(toGsm7(message.dealer)) || 'Concessionaria';
  const dealerRoom = Math.max(MIN_DEALER_LENGTH, available - label.length);
  const shortDealer = truncate(dealer, dealerRoom);
  const readableText = write(shortDealer, truncate(label, available - shortDealer.length));
  // The last line in the WebOTP format: the host without its port.
  return message.host === undefined ? readableText : `${readableText}\n@${message.host} #${message.code}`;
}

export interface LinkMessage {
  dealer: string;
  /** Name of the document type, or the number of documents. */
  label: string;
  /** For several documents, the names of their types. */
  papers?: readonly string[];
  fingerprint: string;
  url: string;
  expires: Date;
  /** Signed in handwriting at the dealer's; `only` if no code can be sent to the phone. */
  byHand?: 'only' | 'orByCode' | null;
  /** The recipient's name. */
  name?: string;
  /** The link was sent before: the message states this, and is otherwise the same. */
  reminder: boolean;
  demo: boolean;
}

/** Header text as one line, even if a name contains line breaks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Only mails address a person by name, since anyone can open a page. */
export const greeting = (name = ''): string => `Buongiorno${name && ` ${withoutCodes(oneLine(name))}`},`;

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const nameOf = (paper: string): string => withoutCodes(oneLine(paper));

/** `… un documento: Preventivo.`, or `… 2 documenti:` and their names, one per line. */
function listed({ label, papers = [] }: LinkMessage, phrase: (count: string) => string): string[] {
  if (papers.length < 2) return [`${phrase('un documento')}: ${nameOf(label)}.`];
  return [`${phrase(`${papers.length} documenti`)}:`, ...papers.map((paper) => `- ${nameOf(paper)}`)];
}

/** The wording for one document or several. */
const wordingFor = ({ papers = [], fingerprint }: LinkMessage) =>
  papers.length < 2
    ? { are: 'c’è', open: 'leggerlo e firmarlo', print: `Impronta del documento: ${fingerprint}`, what: 'documento' }
    : {
        are: 'ci sono',
        open: 'leggerli e firmarli',
        print: `Impronta dei documenti: ${fingerprint}`,
        what: `${papers.length} documenti`,
      };

/**
 * Sent to staff when it is their turn: the customers have signed, and the document waits in the portal. As neutral as
 * the customer's mail.
 */
export function staffMail(message: LinkMessage): { subject: string; text: string } {
  const dealer = withoutCodes(oneLine(message.dealer));
  const wording = wordingFor(message);
  return {
    subject: message.reminder ? `${dealer}: promemoria, tocca a te firmare` : `${dealer}: tocca a te firmare`,
    text: mailText(
      [
        greeting(message.name),
        '',
        ...listed(message, (count) =>
          message.reminder
            ? `${dealer} ti ricorda che ${wording.are} ${count} da leggere e firmare nel portale`
            : `il cliente ha firmato e ora tocca a te. ${capitalised(wording.are)} ${count} di ${dealer} da leggere e firmare nel portale`,
        ),
        '',
        `Per ${wording.open} apri questa pagina del portale:`,
        message.url,
        '',
        `Puoi firmare fino a ${romeDeadline(message.expires)}.`,
        `${wording.print}. La ritrovi nella pagina di firma.`,
        '',
        'Prima di firmare ti chiediamo di confermare di nuovo la tua identità. La pagina si apre solo con il tuo accesso.',
      ],
      message.demo,
    ),
  };
}

/** Neutral: no content and no personal data except the recipient's name, because mail is machine-read in transit. */
export function linkMail(message: LinkMessage): { subject: string; text: string } {
  const dealer = withoutCodes(oneLine(message.dealer));
  const wording = wordingFor(message);
  return {
    subject: message.reminder
      ? `${dealer}: promemoria, ${wording.what} da firmare`
      : `${dealer}: ${wording.what} da firmare`,
    text: mailText(
      [
        greeting(message.name),
        '',
        ...listed(message, (count) =>
          message.reminder
            ? `${dealer} ti ricorda che ${wording.are} ${count} da leggere e firmare`
            : `${dealer} ti chiede di leggere e firmare ${count}`,
        ),
        '',
        `Per ${wording.open} apri questo link dal telefono o dal computer:`,
        message.url,
        '',
        message.reminder
          ? `È lo stesso link di prima e vale fino a ${romeDeadline(message.expires)}.`
          : `Il link vale ${LINK_HOURS} ore, fino a ${romeDeadline(message.expires)}.`,
        `${wording.print}. La ritrovi nella pagina di firma${message.byHand ? '' : ' e nell’SMS con il codice'}.`,
        '',
        message.byHand
          ? `Si firma a mano, sul tablet della concessionaria; da questo link puoi leggere prima${message.byHand === 'only' ? '' : ', oppure firmare con un codice'}.`
          : 'Per firmare riceverai un codice per SMS. Non comunicarlo a nessuno, nemmeno alla concessionaria.',
        'Aprire il link non ti impegna a nulla. Se non aspettavi questo messaggio, puoi ignorarlo.',
      ],
      message.demo,
    ),
  };
}

/**
 * The link by SMS: one GSM-7 part if the URL leaves room. The URL is last, so that phones detect its end. A long dealer
 * name is shortened first.
 */
export function linkSms(message: Pick<LinkMessage, 'dealer' | 'label' | 'fingerprint' | 'url' | 'expires'>): string {
  const write = (dealer: string, label: string): string =>
    `${dealer}: ${label} da firmare (impronta ${message.fingerprint}) entro il ${romeDeadlineShort(message.expires)}: ${message.url}`;
  const available = Math.max(MIN_DEALER_LENGTH + MIN_LABEL_LENGTH, SMS_PART - write('', '').length);
  const label = withoutCodes(toGsm7(message.label)) || 'documento';
  const dealer = withoutCodes(toGsm7(message.dealer)) || 'Concessionaria';
  const shortDealer = truncate(dealer, Math.max(MIN_DEALER_LENGTH, available - label.length));
  return write(shortDealer, truncate(label, available - shortDealer.length));
}
