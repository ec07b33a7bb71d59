/**
 * Clauses of the public page on the advanced electronic signature in English, including those of the Italian module: a
 * draft of the product.
 */
import type { ClauseTexts } from './clause-texts.ts';

/** The module is signed only in Italian: the clauses that the Italian page copies from it are translated here. */
export const FEA_PAGE_TEXTS_EN: ClauseTexts = {
  version: 'draft 1',
  approved: false,
  clauses: {
    service: {
      heading: 'What the service is',
      text: '{company} (the provider of the signature to its customers, “erogatore”) uses a solution for advanced electronic signatures (FEA) in its relations with its own customers (article 55(2)(a) of the DPCM of 22 February 2013): proposals, contracts, work orders, reports and forms are signed this way instead of on paper. The solution is made by {provider}. Adhering is optional. Whoever adheres signs the adherence form once; without an active adherence the system starts no signature.',
    },
    process: {
      heading: 'How to sign',
      text: 'The erogatore identifies the signer by a valid identity document. The signer receives a personal link, reads the whole document, confirms each signature point and signs with a one-time code sent by SMS to the stated mobile phone, or by hand on a tablet. The document is then closed with electronic signatures, a timestamp and a seal: any later change can be recognised.',
    },
    technologies: {
      heading: 'Technologies',
      text: 'Documents are PDF files. Each signature point is an electronic signature in the PAdES format, with ECDSA on curve P-256 and SHA-256: key and certificate are made for that one act, the certificate bears the signer’s name, and the key is destroyed at once. Each signature receives a timestamp (RFC 3161). After the last signature the file is closed by an electronic seal with a timestamp, and holds the certificates and revocation lists that are needed to check it for years; an archive timestamp then prolongs this.\nThe one-time code has 6 digits, is sent by SMS and is valid for 5 minutes, for one signature. The system does not keep it.',
    },
    handwriting: {
      heading: 'Handwritten signature on a tablet',
      text: 'Where the erogatore has enabled tablets, customers may also sign by hand. The tablet records position, pressure and timing of the stroke and, before sending them, encrypts them (AES-256-GCM, with an RSA key of at least 3072 bits) for a custodian who keeps the key outside the system: neither tablet nor server can read them again. They serve only to prove the signature in a dispute, not to recognise people. Consent to the processing of biometric data is required; whoever does not give it signs with the code, on the same page.',
    },
    evidence: {
      heading: 'Evidence and retention',
      text: 'Each step of the signature is written to a trail, with date, time and the document’s hash. Events are chained by cryptographic hashes, so that additions, changes and deletions can be recognised. The adherence form, the copy of the identity document that was taken, the signed documents and their trails are kept for at least twenty years from the last signature; until then the system does not let anybody delete them.',
    },
    identified: {
      heading: 'Identification of the signer',
      text: 'Before the adherence the staff of the erogatore identify the signer by a valid identity document and record its type, number, issuer, dates of issue and expiry, with codice fiscale and mobile phone; an expired document is not accepted. The adherence belongs to the person, known by the codice fiscale, and without an active one no signature is started.',
    },
    unique: {
      heading: 'Signature uniquely linked to the signer',
      text: 'Each signature point has a key and a certificate of its own, issued for that act in the signer’s name and never used again. The signature is given by the one-time code sent to the signer’s mobile phone or, on the tablet, by the signer’s own handwriting.',
    },
    control: {
      heading: 'Exclusive control by the signer',
      text: 'The link for signing is personal and, from the first step on, works only on the device that opened it. The staff of the erogatore do not see the code and cannot enter it in the portal; the code stands in no archive and no log. After 3 wrong tries a code is no longer valid, after 5 the signature is locked. The signing key exists only during the act. The biometric data of a handwritten signature are encrypted on the tablet already, and the erogatore has no key to read them.',
    },
    unchanged: {
      heading: 'Check that the document has not changed',
      text: 'Each signature covers the whole document as it is at that moment; the final seal covers the signatures as well. Any later change, even of a single byte, is detected. Anybody can check this free of charge on the verification page of this site, without the file leaving their device, or with any software that verifies PAdES signatures.',
    },
    copy: {
      heading: 'Evidence of what was signed',
      text: 'The document is read before it is signed: signing is enabled only after the system has shown all of it. When the signature is complete, the signed document can be downloaded from the same page for 30 days. Afterwards the erogatore gives a copy to whoever asks, free of charge, together with the trail of the signature.',
    },
    issuer: {
      heading: 'Identification of the erogatore',
      text: 'The erogatore is {company}, VAT number {vatNumber}. It is named in the adherence form and on this page; each signing page says who asks for the signature.',
    },
    static: {
      heading: 'No elements that could change the content',
      text: 'Before it can be signed each PDF is checked: encrypted files are refused, and so are files with scripts, automatic actions, XFA forms, multimedia, content taken from other files, or layers that change what is seen. Form fields become fixed text. Once the signature is started the file can no longer be replaced.',
    },
    bound: {
      heading: 'Signature uniquely linked to the document',
      text: 'The signature is computed over the SHA-256 hash of the document shown to the signer and stands inside the file. The one-time code, too, is valid for that hash, that mobile phone and those signature points alone: if one of them changes, the code is no longer valid. The data of a handwritten signature carry inside them, encrypted, the hash of the same document: moved to another one, they are recognised.',
    },
    limits: {
      heading: 'Limits of use',
      text: 'The signature can be used only in the legal relations between the signer and the erogatore (article 60 of the DPCM of 22 February 2013). Adhering is optional: whoever does not adhere, or revokes, signs on paper.',
    },
    effects: {
      heading: 'Effects',
      text: 'A document signed with FEA meets the requirement of written form and has the effect set out in article 20(1-bis) of the Italian Digital Administration Code.',
    },
    copies: {
      heading: 'Copies',
      text: 'The signer receives a link to download the signed document and the evidence of the signature. At any time and free of charge the signer may ask for a copy of the adherence statement and of the documents kept, on site or through the assistance contacts. The erogatore keeps them for at least twenty years.',
    },
    copySteps: {
      heading: 'What you receive and how to ask',
      text: 'Ask at a site of the erogatore or through the assistance contacts ({assistance}); whoever asks is identified. You receive free of charge, in a single ZIP file: the signed adherence form, the copy of the identity document if one was taken, the signed documents with their trails, the request of a revocation if there was one, and a list of SHA-256 hashes to check that nothing is missing or changed.',
    },
    revocation: {
      heading: 'Revocation',
      text: 'The adherence can be revoked at any time, on site or through the assistance contacts. The revocation applies to the future: documents already signed remain valid.',
    },
    revocationSteps: {
      heading: 'How to revoke',
      text: 'Ask in person, by e-mail, by phone or by post, at a site of the erogatore or through the assistance contacts ({assistance}), stating first name, last name and codice fiscale. The erogatore records the request with its day and the way it was made. From that moment pending FEA signatures are cancelled; to sign with FEA again a new adherence is needed.',
    },
    insurance: {
      heading: 'Insurance',
      text: 'The erogatore is insured for civil liability arising from the service with {insurer}, policy {policy}, ceiling {coverage}, not less than 500,000 euros (article 57(2) of the DPCM of 22 February 2013).',
    },
    assistance: {
      heading: 'Assistance',
      text: 'For information, copies, revocation and reports: {assistance}.',
    },
  },
};
