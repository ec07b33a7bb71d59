/** The verdict wanted on every signed PDF of the corpora, and why: without anchors a sound one is `foreign`, never invalid. */
import type { Verdict } from '#formats/verify/verdict.ts';

/** By folder and verdict; each file with its reason where the verdict alone does not say it. */
const WANTED: Readonly<Record<string, Partial<Record<Verdict, Readonly<Record<string, string>>>>>> = {
  'dss/': {
    foreign: { 'pdfa2u-gray.pdf': 'signed once, nothing after it' },
    unreadable: {
      'protected/edition_protected_signing_allowed_with_field_signed.pdf':
        'encrypted: every string is stored as cipher text, and the product refuses such files (D-11)',
    },
  },
  'dss/validation/': {
    foreign: {
      'DSS-1983.pdf': 'signed, then timestamped with its validation data',
      'DSS-2025.pdf': 'CMS in BER, digest and value hold',
      'PAdESWithCrossCertificateOCSP.pdf': 'CMS in BER with a private unsigned attribute, which anyone may add',
      'Signature-P-HU_MIC-1.pdf': 'signed with a timestamp of SHA-1',
      'Signature-P-PK7-2.pdf': 'CMS in BER, digest and value hold',
      'TEST2_signed_with_zero_policy_hash.pdf': 'a policy is named, which PAdES allows',
      'doc-firmado-T.pdf': 'CMS in BER, digest and value hold',
      'doc-firmado.pdf': 'CMS in BER, then validation data and a document timestamp',
      'dss-1376/DSS1376-rev_n-5.pdf': 'the revision that was signed',
      'dss-2554/certified-changes-permitted.pdf': 'certified, nothing after it',
      'pades-bes.pdf': 'signed once',
      'pades-epes.pdf': 'signed once',
      'pades-not-epes.pdf': 'signed once',
      'pdf-with-eof-cr.pdf': 'ends with a single carriage return, which the signature covers',
      'pdf-with-vri-timestamp.pdf': 'validation data added; the metadata note the date and another toolkit',
    },
    undecided: {
      'Signature-P-BG_BOR-1.pdf': 'no signing-certificate-v2 among the attributes (D-60)',
      'dss-2058/dss-2058-QC-LTA-test.pdf': 'a timestamp binds its certificate by SHA-1 (D-66)',
      'pkcs7.pdf': 'no signing-certificate-v2 among the attributes',
      'timestamped_and_signed.pdf': 'a timestamp binds its certificate by SHA-1',
    },
    unknownForm: {
      'BadEncodedCMS.pdf': 'SHA-1 throughout, and the certificate named is not the one enclosed',
      'DSS-1683.pdf': 'no signed attributes: PAdES needs them (EN 319 142-1)',
      'Signature-P-BG_BOR-2.pdf': 'the document timestamp is made with SHA-1',
      'dss-1420/PAdES-BpB-att-SHA256-SHA3_224withRSA.pdf': 'signed with SHA3-224, which is not accepted',
      'pades-t-duplicated-sigtst.pdf': 'one unsigned attribute stands twice (RFC 5652 forbids it)',
      'pades-unsupported-signature-algorithm.pdf': 'the algorithm is made up',
      'pdf-double-signer-info.pdf': 'two signers in one value, which PDF forbids',
      'pdf-with-empty-sig.pdf': 'the value was wiped out',
      'pkcs7-no-message-digest.pdf': 'no signed attributes',
    },
    altered: {
      'DSS-2821.pdf': 'structure tree and annotations rewritten after the first timestamp',
      'Signature-P-DE_SCI-4.pdf': 'the resources of the page were exchanged after the signature',
      'dss-1376/DSS1376-rev_n.pdf': 'form filled in after the signature, five times',
      'dss-1376/DSS1376-rev_n-1.pdf': 'form filled in after the signature, four times',
      'dss-1376/DSS1376-rev_n-2.pdf': 'form filled in after the signature, three times',
      'dss-1376/DSS1376-rev_n-3.pdf': 'form filled in after the signature, twice',
      'dss-1376/DSS1376-rev_n-4.pdf': 'form filled in after the signature',
      'dss-1959/pades-revoc-removed-from-dss-dict.pdf': 'revocation data taken out of the store',
      'pdf-signed-added-page.pdf': 'a page was added',
      'pdf-signed-out-of-byteRange.pdf': 'the range leads outside the file, with data behind the end',
      'pdf-structtreeroot-changes.pdf': 'the structure tree was changed between two signatures',
    },
    damaged: { 'siwa.pdf': 'signature wrapping: no startxref where the end should be' },
  },
  'dss/visualSignature/check/': {
    foreign: {
      'rotate90_bottom-right-signed.pdf': 'signed once',
      'rotate90_top-left-signed.pdf': 'signed once',
    },
  },
  'pdfjs/': {
    undecided: { 'signed_verified.pdf': 'the delimiters of the value are signed too; no signing-certificate-v2' },
    altered: { 'poppler-395-0-fuzzed.pdf': 'fuzzed: range and value do not meet' },
  },
  'pyhanko/pdf/': {
    foreign: {
      'minimal-signed-twice-no-sig-type.pdf': 'signed twice, without /Type in the signatures',
      'pades-lta-dss-indirect-arrs-test.pdf': 'signed and timestamped, lists of the store in objects of their own',
      'pades-lta-dss-indirect-arrs-test-2.pdf': 'the same, signed once more',
    },
    undecided: {
      'minimal-signed-twice-both-created.pdf': 'signed twice, without signing-certificate-v2',
      'minimal-two-fields-signed-twice.pdf': 'signed twice, without signing-certificate-v2',
      'pades-with-old-style-signing-cert-attr.pdf': 'the certificate is bound by SHA-1',
      'separate-annots-kids-indir.pdf':
        'the second field has its box in a widget of its own; no signing-certificate-v2',
    },
    unknownForm: {
      'ed448-disallowed-hash.pdf': 'Ed448 is not accepted',
      'ed448-shake256-nolen.pdf': 'Ed448 is not accepted',
      'extensions-direct.pdf': 'extensions may be added; the second signature is Ed25519, which is not accepted',
      'extensions-indirect.pdf': 'the same, with the extensions in an object of their own',
      'extensions-update-indirect.pdf': 'the same, with the extensions changed',
      'sig-no-signed-attrs.pdf': 'no signed attributes',
    },
    altered: {
      'extensions-indirect-not-all-paths.pdf': 'the object that was changed is not the extensions alone',
    },
  },
};

export interface WantedVerdict {
  path: string;
  verdict: Verdict;
  why: string;
}

export const SIGNED_FILES: readonly WantedVerdict[] = Object.entries(WANTED).flatMap(([folder, verdicts]) =>
  Object.entries(verdicts).flatMap(([verdict, files]) =>
    Object.entries(files).map(([name, why]) => ({ path: folder + name, verdict: verdict as Verdict, why })),
  ),
);
