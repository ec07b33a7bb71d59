/** All English texts of the page /verify, in the structure of the Italian catalogue. */
import type { Texts } from './it.ts';

export const english: Texts = {
  language: { code: 'en', other: 'Italiano', switchTo: 'Leggi questa pagina in italiano', locale: 'en-GB' },
  frame: {
    product: 'Fascicolo',
    demo: 'DEMO: invented data, signatures without value',
    skip: 'Skip to content',
  },
  title: 'Check a signed document',
  promise: 'The check runs in your browser: the file is not uploaded anywhere.',
  choose: {
    drop: 'Drop the signed PDF here',
    or: 'or',
    button: 'Choose a file',
    limit: (size) => `One PDF, up to ${size}`,
    many: 'One file is checked at a time: drop only one.',
    what: 'What is checked',
    checks: [
      'Whether anything was changed after signing, even a single character.',
      'Who signed, when, and who issued the certificate.',
      'Whether the signature chains to an authority known to Fascicolo.',
    ],
  },
  checking: {
    title: 'Checking…',
    text: 'This usually takes a few seconds. The file stays on your device.',
    stop: 'Stop the check',
  },
  failure: {
    crashedTitle: 'The page has stopped',
    crashedText: 'Reload it and choose the file again: it stayed on your device.',
    reload: 'Reload the page',
  },
  again: 'Check another file',
  report: 'Download the report',
  reportName: 'verification report',
  issued: {
    ask: 'Ask whether it was issued here',
    told: 'Another page opens; only the SHA-\u2060256 fingerprint is sent, never the file.',
  },
  checkedAt: (when) => `Checked on ${when}`,
  counted: {
    signature: (count) => (count === 1 ? '1\u00a0signature' : `${count}\u00a0signatures`),
    seal: (count) => (count === 1 ? '1\u00a0seal' : `${count}\u00a0seals`),
    timestamp: (count) => (count === 1 ? '1\u00a0timestamp' : `${count}\u00a0timestamps`),
  },
  facts: {
    file: 'File name',
    size: 'Size',
    hash: 'SHA-\u2060256 fingerprint',
    level: 'Level',
    revisions: (count) => (count === 1 ? 'saved once' : `saved in ${count} versions`),
    allChecked: 'all of them checked',
    copy: 'Copy the SHA-256 fingerprint',
    copied: 'Fingerprint copied',
    copyFailed: 'It could not be copied: select the fingerprint and copy it by hand.',
  },
  levels: {
    'B-B': 'basic signature: no timestamp proves its time',
    'B-T': 'with a timestamp that proves its time',
    'B-LT': 'with the data for a check even many years from now',
    'B-LTA': 'can be checked even many years from now',
  },
  kinds: { signature: 'Signature', seal: 'Seal', timestamp: 'Timestamp' },
  outcomes: {
    signature: { 'TOTAL-PASSED': 'Valid', INDETERMINATE: 'To be confirmed', 'TOTAL-FAILED': 'Not valid' },
    seal: { 'TOTAL-PASSED': 'Valid', INDETERMINATE: 'To be confirmed', 'TOTAL-FAILED': 'Not valid' },
    timestamp: { 'TOTAL-PASSED': 'Valid', INDETERMINATE: 'To be confirmed', 'TOTAL-FAILED': 'Not valid' },
  },
  onlyItsVersion: { altered: 'Document changed afterwards', extended: 'Document completed afterwards' },
  changedAfter: {
    altered: {
      signature: 'The signature was valid for the version it covers, but the document was changed afterwards.',
      seal: 'The seal was valid for the version it covers, but the document was changed afterwards.',
      timestamp: 'The timestamp was valid for the version it covers, but the document was changed afterwards.',
    },
    extended: {
      signature: 'The signature is valid for the version it covers; the document was completed afterwards.',
      seal: 'The seal is valid for the version it covers; the document was completed afterwards.',
      timestamp: 'The timestamp is valid for the version it covers; the document was completed afterwards.',
    },
  },
  sinceThen: {
    altered: 'Afterwards the document was changed.',
    extended: 'Afterwards the document was completed.',
  },
  signatures: 'Signatures in the document',
  unknownSigner: 'Unknown identity',
  row: {
    details: 'Technical details',
    outcome: 'Outcome',
    ofItsVersion: 'Only for the version it covers',
    level: 'PAdES level',
    noLevel: 'no PAdES baseline level',
    stamp: 'Timestamp',
    stampedBy: (when) => `${when}, issued by:`,
    unconfirmed: 'not confirmed',
    noStamp: 'none',
    claimed: 'Claimed time',
    claimedText: (when) => `${when}, unproven`,
    issuer: 'Certificate',
    issuedBy: 'issued by:',
    noIssuer: 'not readable',
    anchored: 'an authority known to Fascicolo',
    foreign: 'an authority not known to Fascicolo',
    serial: 'Serial number',
    field: 'Signature field',
    version: 'Version',
    versionOf: (revision, total) => `${revision} of ${total}`,
    after: 'Later changes',
    nothing: 'none',
    only: (what) => `none to the content; added afterwards: ${what}`,
    found: 'What is wrong',
    noted: 'Remarks',
  },
  notes: {
    valid:
      'Other programs may say “unknown authority”: the signature uses certificates of Fascicolo, which are not qualified ones. Integrity is the same.',
    foreign:
      'The signer used another authority, for example a provider of qualified signatures. That authority’s verification service can check whether the signature is valid.',
    doubt: 'To be sure, ask the sender for a copy and compare the SHA-\u2060256 fingerprints: they must be equal.',
  },
  troubles: {
    tooLarge: { title: 'The file is too large', text: (size) => `This page checks files of up to ${size}.` },
    empty: { title: 'The file is empty', text: 'It contains no data: ask for it to be sent again.' },
    p7m: {
      title: 'This is a .p7m file, not a PDF',
      text: 'It is a signed envelope (CAdES) with a document inside. Your signature provider’s software opens and checks it. If there is a signed PDF inside, take it out and bring it here.',
    },
    xml: {
      title: 'This is an XML file, not a PDF',
      text: 'It may be an electronic invoice or a XAdES signature: this page checks PDFs only.',
    },
    archive: {
      title: 'This is an archive or an Office document, not a PDF',
      text: 'If there is a signed PDF inside, take it out and bring it here.',
    },
    image: {
      title: 'This is a picture, not a PDF',
      text: 'A photo or a scan contains no electronic signatures: the original PDF is needed.',
    },
    other: { title: 'The file is not a PDF', text: 'This page checks signed PDF documents.' },
    notReadable: {
      title: 'The file cannot be read',
      text: 'It may have been moved, or be open in another program. Choose it again.',
    },
    insecure: {
      title: 'A secure connection is needed',
      text: 'Browsers check signatures only on pages whose address begins with https. Open this page from there.',
    },
    tooLong: {
      title: 'The check was stopped',
      text: 'It had not finished after 30 seconds. An ordinary document takes a few seconds: this file has an unusual structure.',
    },
    broken: {
      title: 'The check was interrupted',
      text: 'Memory may be low. Close other tabs and try again, or use a computer.',
    },
    away: {
      title: 'The check did not start',
      text: 'No connection: check your network and try again. The file stays in your browser.',
    },
  },
};
