/** The expected verdict on every signed PDF of the corpora, and the reason: without anchors a valid one is `foreign`, never invalid. */
import type { Verdict } from '#formats/verify/verdict.ts';

/** By folder and verdict; each file has its reason where the verdict does not explain itself. */
const EXPECTED: Readonly<Record<string, Partial<Record<Verdict, Readonly<Record<string, string>>>>>> = {
  'dss/': {
    foreign: { 'pdfa2u-gray.pdf': 'signed once, nothing after it' },
    encrypted: {
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
      'pades-t-duplicated-sigtst.pdf': 'a timestamp stands twice (RFC 5652 forbids it); what is signed holds',
      'pdf-with-eof-cr.pdf': 'ends with a single carriage return, which the signature covers',
      'pdf-with-vri-timestamp.pdf': 'validation data added; the metadata note the date and another toolkit',
    },
    undecided: {
      'Signature-P-BG_BOR-1.pdf': 'no signing-certificate-v2 among the attributes',
      'dss-2058/dss-2058-QC-LTA-test.pdf': 'a timestamp binds its certificate by SHA-1 (D-66)',
      'pkcs7.pdf': 'no signing-certificate-v2 among the attributes',
      'timestamped_and_signed.pdf': 'a timestamp binds its certificate by SHA-1',
    },
    extended: {
      'DSS-2821.pdf': 'another toolkit brought metadata, structure and an unseen field, then signed there',
      'Signature-P-DE_SCI-4.pdf':
        'the second store has no certificates any more; the page names the same resources anew',
      'dss-1376/DSS1376-rev_n.pdf': 'certified, forms may be filled in: they were, four times, and signed once more',
      'dss-1376/DSS1376-rev_n-1.pdf': 'certified, forms may be filled in: they were, four times',
      'dss-1376/DSS1376-rev_n-2.pdf': 'filled in three times',
      'dss-1376/DSS1376-rev_n-3.pdf': 'filled in twice',
      'dss-1376/DSS1376-rev_n-4.pdf': 'filled in once',
      'dss-1959/pades-revoc-removed-from-dss-dict.pdf': 'revocation data taken out of the store, which no page shows',
      'pdf-structtreeroot-changes.pdf':
        'metadata, and the structure tree extended to the field of the second signature',
    },
    unknownForm: {
      'BadEncodedCMS.pdf': 'SHA-1 throughout',
      'DSS-1683.pdf': 'no signed attributes: PAdES needs them (EN 319 142-1)',
      'Signature-P-BG_BOR-2.pdf': 'the document timestamp is made with SHA-1',
      'dss-1420/PAdES-BpB-att-SHA256-SHA3_224withRSA.pdf': 'signed with SHA3-224, which browsers cannot compute',
      'pades-unsupported-signature-algorithm.pdf': 'the algorithm is made up',
      'pdf-double-signer-info.pdf': 'two signers in one value, which PDF forbids',
      'pdf-with-empty-sig.pdf': 'the value was wiped out',
      'pkcs7-no-message-digest.pdf': 'no signed attributes',
    },
    altered: {
      'pdf-signed-added-page.pdf': 'a page was added',
      'pdf-signed-out-of-byteRange.pdf': 'the range leads outside the file, with data behind the end',
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
      'extensions-direct.pdf':
        'extensions may be added; the second signature is Ed25519, which holds and is not on the list',
      'extensions-indirect.pdf': 'the same, with the extensions in an object of their own',
      'extensions-update-indirect.pdf': 'the same, with the extensions changed',
      'sig-no-signed-attrs.pdf': 'signed without attributes, which PAdES wants; the value holds',
      'separate-annots-kids-indir.pdf':
        'the second field has its box in a widget of its own; no signing-certificate-v2',
    },
    unknownForm: {
      'ed448-disallowed-hash.pdf': 'Ed448, which browsers cannot compute',
      'ed448-shake256-nolen.pdf': 'Ed448, which browsers cannot compute',
    },
    altered: {
      'extensions-indirect-not-all-paths.pdf': 'the object that was changed is not the extensions alone',
    },
  },
};

export interface ExpectedVerdict {
  path: string;
  verdict: Verdict;
  why: string;
}

export const SIGNED_FILES: readonly ExpectedVerdict[] = Object.entries(EXPECTED).flatMap(([folder, verdicts]) =>
  Object.entries(verdicts).flatMap(([verdict, files]) =>
    Object.entries(files).map(([name, why]) => ({ path: folder + name, verdict: verdict as Verdict, why })),
  ),
);
