/** All English texts of the tablet's pages, in the shape of the Italian ones. */
import type { Texts } from './it.ts';

export const english: Texts = {
  language: { code: 'en', other: 'Italiano', switchTo: 'Leggi questa pagina in italiano', locale: 'en-GB' },
  frame: {
    product: 'Fascicolo',
    page: 'Signing tablet',
    demo: 'DEMO: invented data, signatures without value',
    skip: 'Skip to content',
  },
  loading: 'Checking the tablet…',
  code: {
    title: 'Activate this tablet',
    lead: 'In the portal open Licenses, choose the activation and press “Activate a device”: the code to type here appears.',
    label: 'Activation code',
    hint: '16 letters and digits. Upper or lower case and hyphens do not matter.',
    empty: 'Type the code shown in the portal.',
    short: (left) => (left === 1 ? '1 character is missing.' : `${left} characters are missing.`),
    name: 'Name of the tablet',
    nameHint: 'To recognise it in the portal, for example: Tablet room 2',
    nameMissing: 'Enter a name for this tablet.',
    send: 'Ask for activation',
    sending: 'Asking for activation…',
    fromLink: 'The code is already filled in: check the name and continue.',
    forgotten: 'This tablet is no longer paired. To use it again you need a new code.',
    wrong: 'The code is not valid: it may have expired or been used. Ask for a new one in the portal.',
    tooMany: 'Too many attempts from this network. Try again in a quarter of an hour.',
    lost: 'No answer from the server. Check the network and try again: what you typed stays here.',
    key: 'The key stays on this tablet and cannot be copied.',
  },
  waiting: {
    title: 'Waiting for confirmation',
    number: 'Number of this tablet',
    lead: 'Check that the portal shows the same number, then confirm there. If it is different, refuse.',
    until: (minutes) =>
      minutes <= 1 ? 'To be confirmed within a minute.' : `To be confirmed within ${minutes} minutes.`,
  },
  already: {
    title: 'This tablet is already active',
    text: (dealer) =>
      `It is paired with ${dealer}; with the new code it moves to another activation, and the current one must be replaced in the portal.`,
    stay: 'Leave it as it is',
    go: 'Use the new code',
  },
  refused: {
    title: 'Activation refused',
    text: 'It was refused in the portal. If that was a mistake, ask for a new code and try again.',
  },
  expired: {
    title: 'Time is up',
    text: 'It was not confirmed in time, or another code was created. Ask for a new one in the portal.',
  },
  disabled: {
    title: 'Tablet blocked',
    text: 'The dealer blocked it in the portal. It continues automatically once it is unblocked.',
  },
  lapsed: {
    title: 'Activation expired',
    text: 'The activation or its licence has expired. The tablet continues automatically once it is extended.',
  },
  ended: {
    title: 'Tablet unpaired',
    text: 'The activation was moved to another device or deleted. To keep using this tablet you need a new code.',
  },
  again: 'Enter a new code',
  unsupported: {
    title: 'This browser is not supported',
    text: 'Storing the tablet’s key requires a secure connection (https) and an up-to-date browser, not in private browsing.',
  },
  failure: {
    lost: { title: 'No connection', text: 'The server is not responding. Check the tablet’s network.' },
    server: { title: 'Service unavailable', text: 'The server cannot respond at the moment. Try again shortly.' },
    retry: 'Try again',
    crashedTitle: 'Something went wrong',
    crashedText: 'The page has stopped. Reload it: the tablet stays paired.',
    reload: 'Reload the page',
  },
  queue: {
    title: 'Documents to sign',
    none: 'No document is waiting',
    noneText: 'When “Send to tablet” is pressed in the portal, the document appears here automatically.',
    sent: (time) => `Sent at ${time}`,
    sentOn: (day) => `Sent on ${day}`,
    opened: 'Opened before',
    open: (label) => `Open: ${label}`,
    opening: 'Preparing the document…',
    lost: 'No connection: the list may be out of date.',
    notOpened: 'Document not opened. No connection: check the network and try again.',
    failed: 'The document cannot be opened now: please ask the staff.',
    gone: 'The document is no longer waiting on this tablet.',
    active: 'Tablet active',
  },
};
