/** The texts for handwriting in both languages, loaded with its page instead of the first page. */
import type { InkFlaw } from '#formats/ink/quality.ts';
import type { Language } from '../../shared/language.ts';
import type { Column, Row } from './page-position.ts';

/** The position of a signature on its page. */
interface PagePart {
  row: Row;
  column: Column;
}

const ROWS = { top: 'in alto', middle: 'a metà pagina', bottom: 'in basso' } as const;
const COLUMNS = { left: 'a sinistra', centre: 'al centro', right: 'a destra' } as const;
const ENGLISH_ROWS = { top: 'at the top', middle: 'halfway down', bottom: 'at the bottom' } as const;
const ENGLISH_COLUMNS = { left: 'on the left', centre: 'in the centre', right: 'on the right' } as const;

const it = {
  title: 'Firma a mano',
  lead: (count: number) =>
    count === 1
      ? 'Scrivi la tua firma nel riquadro, come su carta.'
      : `Scrivi la tua firma ${count} volte, una per punto.`,
  consent: 'I tuoi dati biometrici',
  agree: 'Acconsento',
  consentFirst: 'Prima leggi «I tuoi dati biometrici» e, se sei d’accordo, spunta «Acconsento».',
  tickFirst: 'Prima spunta «Acconsento»',
  count: (index: number, total: number, label: string) => `Firma ${index} di ${total}: ${label}`,
  pad: (label: string) => `Riquadro per la firma: ${label}`,
  here: 'Firma qui',
  padHelp: 'Se non puoi o non vuoi scrivere qui, usa «Firma con un codice».',
  clear: 'Cancella',
  cleared: 'Il riquadro è vuoto.',
  keep: 'Conferma questa firma',
  sealing: 'Cifratura in corso',
  kept: 'Firma confermata e cifrata su questo tablet.',
  picture: (label: string) => `La tua firma: ${label}`,
  again: 'Ripeti',
  againOf: (label: string) => `Ripeti la firma: ${label}`,
  go: 'Firma il documento',
  going: 'Firma in corso',
  retry: 'Riprova a inviare',
  missing: (count: number) => (count === 1 ? 'Manca 1 firma' : `Mancano ${count} firme`),
  complete: (count: number): string =>
    count === 1
      ? 'La firma è pronta. Nulla è ancora partito da questo tablet.'
      : 'Le firme sono pronte. Nulla è ancora partito da questo tablet.',
  code: 'Firma con un codice',
  turned: 'Il tablet è stato girato: scrivi di nuovo la firma.',
  notHere: 'Qui non si può firmare a mano: serve un tablet attivo della concessionaria. Puoi firmare con un codice.',
  otherFile: 'Il documento è cambiato: ricarica la pagina e leggilo di nuovo.',
  failed: 'La cifratura non è riuscita. Scrivi di nuovo la firma; se succede ancora, firma con un codice.',
  loading: 'Preparazione del riquadro',
  retryTerms: 'Riprova',
  place: 'Dove va la firma',
  pageOf: (page: number, of: number, label: string, part: PagePart | null) =>
    part === null
      ? `Pagina ${page} di ${of}, su cui va la firma: ${label}`
      : `Pagina ${page} di ${of}, con il posto della firma segnato ${ROWS[part.row]} ${COLUMNS[part.column]}: ${label}`,
  noPage: 'La pagina qui non si vede. Puoi firmare lo stesso.',
  retryPage: 'Riprova a mostrarla',
  reread: 'Rileggi il documento',
  back: 'Torna alla firma',
  flaws: {
    'ink.empty': 'Il riquadro è vuoto: scrivi la tua firma.',
    'ink.tooLong': 'La firma è durata più di un minuto: cancellala e scrivila di seguito.',
    'ink.tooFewPoints': 'La firma è troppo breve: cancellala e scrivila per intero.',
    'ink.tooShort': 'La firma è troppo rapida: cancellala e scrivila con calma.',
    'ink.dot': 'C’è solo un punto: cancellalo e scrivi la tua firma.',
    'ink.line': 'C’è solo una linea: cancellala e scrivi la tua firma.',
    'ink.tooSmall': 'La firma è troppo piccola: cancellala e usa più spazio.',
    'ink.mouse': 'Questo documento non si firma con il mouse: usa la penna del tablet, oppure un codice.',
    'ink.noPressure': 'Per questo documento serve una penna che sente la pressione: usala, oppure firma con un codice.',
  } satisfies Record<InkFlaw, string>,
};

export type HandTexts = typeof it;

const en: HandTexts = {
  title: 'Sign by hand',
  lead: (count) =>
    count === 1
      ? 'Write your signature in the box, as on paper.'
      : `Write your signature ${count} times, once a point.`,
  consent: 'Your biometric data',
  agree: 'I consent',
  consentFirst: 'First read “Your biometric data” and, if you agree, tick “I consent”.',
  tickFirst: 'First tick “I consent”',
  count: (index, total, label) => `Signature ${index} of ${total}: ${label}`,
  pad: (label) => `Box for the signature: ${label}`,
  here: 'Sign here',
  padHelp: 'If you cannot or do not want to write here, use “Sign with a code”.',
  clear: 'Clear',
  cleared: 'The box is empty.',
  keep: 'Confirm this signature',
  sealing: 'Encrypting',
  kept: 'Signature confirmed and encrypted on this tablet.',
  picture: (label) => `Your signature: ${label}`,
  again: 'Write again',
  againOf: (label) => `Write the signature again: ${label}`,
  go: 'Sign the document',
  going: 'Signing',
  retry: 'Send again',
  missing: (count) => (count === 1 ? '1 signature is missing' : `${count} signatures are missing`),
  complete: (count) =>
    count === 1
      ? 'The signature is ready. Nothing has left this tablet yet.'
      : 'The signatures are ready. Nothing has left this tablet yet.',
  code: 'Sign with a code',
  turned: 'The tablet was turned: write the signature again.',
  notHere: 'Signing by hand is not possible here: it takes an active tablet of the dealer. You can sign with a code.',
  otherFile: 'The document has changed: reload the page and read it again.',
  failed: 'Encrypting did not succeed. Write the signature again; if it fails once more, sign with a code.',
  loading: 'Preparing the box',
  retryTerms: 'Try again',
  place: 'Where the signature goes',
  pageOf: (page, total, label, part) =>
    part === null
      ? `Page ${page} of ${total}, on which the signature goes: ${label}`
      : `Page ${page} of ${total}, with the place of the signature marked ${ENGLISH_ROWS[part.row]}, ${ENGLISH_COLUMNS[part.column]}: ${label}`,
  noPage: 'The page cannot be shown here. You can sign all the same.',
  retryPage: 'Try to show it again',
  reread: 'Read the document again',
  back: 'Back to the signature',
  flaws: {
    'ink.empty': 'The box is empty: write your signature.',
    'ink.tooLong': 'The signature took more than a minute: clear it and write it in one go.',
    'ink.tooFewPoints': 'The signature is too short: clear it and write it in full.',
    'ink.tooShort': 'The signature was too quick: clear it and write it calmly.',
    'ink.dot': 'There is only a dot: clear it and write your signature.',
    'ink.line': 'There is only a line: clear it and write your signature.',
    'ink.tooSmall': 'The signature is too small: clear it and use more room.',
    'ink.mouse': 'This document is not signed with a mouse: use the tablet’s pen, or a code.',
    'ink.noPressure': 'This document takes a pen that feels pressure: use one, or sign with a code.',
  },
};

const HAND_TEXTS: Readonly<Record<Language, HandTexts>> = { it, en };

/** For a phone number that receives no codes, paper is the alternative. */
const PAPER_TEXTS: Readonly<Record<Language, HandTexts>> = {
  it: {
    ...it,
    padHelp: 'Se non puoi o non vuoi scrivere qui, usa «Firma su carta».',
    code: 'Firma su carta',
    notHere: 'Qui non si può firmare a mano: serve un tablet attivo della concessionaria.',
    failed: 'La cifratura non è riuscita. Scrivi di nuovo la firma; se succede ancora, firma su carta.',
    flaws: {
      ...it.flaws,
      'ink.mouse': 'Questo documento non si firma con il mouse: usa la penna del tablet.',
      'ink.noPressure': 'Per questo documento serve una penna che sente la pressione: usala, oppure firma su carta.',
    },
  },
  en: {
    ...en,
    padHelp: 'If you cannot or do not want to write here, use “Sign on paper”.',
    code: 'Sign on paper',
    notHere: 'Signing by hand is not possible here: it takes an active tablet of the dealer.',
    failed: 'Encrypting did not succeed. Write the signature again; if it fails once more, sign on paper.',
    flaws: {
      ...en.flaws,
      'ink.mouse': 'This document is not signed with a mouse: use the tablet’s pen.',
      'ink.noPressure': 'This document takes a pen that feels pressure: use one, or sign on paper.',
    },
  },
};

/** @param noCodes no code is sent to the signer's phone */
export const handTexts = (language: Language, noCodes = false): HandTexts =>
  (noCodes ? PAPER_TEXTS : HAND_TEXTS)[language];
