/** Checks the signatures of a PDF, in the browser and on the server alike (D-63, R-17); opens no connection. */
import { digestOf } from '../cms-read.ts';
import { toHex } from '../der.ts';
import { collectReferences, Difference } from './difference.ts';
import { handwritingProblems } from './handwriting.ts';
import { judgeSignature } from './judgement.ts';
import type { Verification, VerifiedSignature, VerifyOptions } from './outcome.ts';
import type { Problem } from './problems.ts';
import { ValidationData } from './revocation.ts';
import { type SignatureDictionary, signaturesOf } from './signature-fields.ts';
import { StrictFile } from './strict-file.ts';
import { EncryptedFault, latin1, SyntaxFault } from './syntax.ts';

export { certificatesFromPem } from '../certificate-path.ts';
export type { Verification, VerifiedSignature, VerifyOptions } from './outcome.ts';

/** Checks every signature and every revision after the first signature. Does not throw for any content of the file. */
export async function verifyPdf(bytes: Uint8Array, options: VerifyOptions): Promise<Verification> {
  const sha256 = toHex(await digestOf('SHA-256', bytes));
  const problems: Problem[] = [];
  let signatures: VerifiedSignature[];
  let revisions = 0;
  try {
    const file = await StrictFile.open(bytes);
    revisions = file.revisions.length;
    const found = signaturesOf(file);
    if (file.trailing > 0 || leavesTail(file, found)) problems.push('file.trailingBytes');
    if (found.length === 0) problems.push('file.notSigned');
    signatures = await judgeAll(file, found, options);
    addChanges(file, found, signatures);
    problems.push(...handwritingProblems(file, found));
    // A signature whose revision was cut off is not silently forgotten.
    signatures.push(...unreadableSignatures(bytes.subarray(bytes.length - file.trailing)));
  } catch (error) {
    // Nothing that a file holds may end the verification: what cannot be read is a file that does not pass.
    revisions = 0;
    problems.push(whyUnreadable(bytes, error));
    signatures = unreadableSignatures(bytes);
  }
  const { expected } = options;
  if (expected?.signatures !== undefined && signatures.length < expected.signatures) problems.push('file.rolledBack');
  if (expected?.sha256 !== undefined && expected.sha256.toLowerCase() !== sha256) problems.push('file.differs');
  const intact =
    problems.length === 0 &&
    signatures.every((s) => s.digestOk && s.valueOk && s.coversWholeRevision && s.changesAfter.length === 0);
  return { intact, signatures, problems, sha256, size: bytes.length, revisions };
}

function whyUnreadable(bytes: Uint8Array, error: unknown): Problem {
  if (error instanceof EncryptedFault) return 'file.encrypted';
  // Readers look for the header in the first kilobyte (ISO 32000-1 annex H.3): what has none there is no PDF to anybody.
  if (!latin1(bytes.subarray(0, 1024)).includes('%PDF-')) return 'file.notPdf';
  return `file.unreadable: ${error instanceof SyntaxFault ? error.message : 'unexpected structure'}`;
}

/** Newest first, so that a timestamp that passed vouches for what it covers. */
async function judgeAll(
  file: StrictFile,
  found: readonly SignatureDictionary[],
  options: VerifyOptions,
): Promise<VerifiedSignature[]> {
  let provenBy = options.at ?? new Date();
  const data = await ValidationData.at(file, file.last);
  let archived: ValidationData | null = null;
  const judged: VerifiedSignature[] = [];
  for (const signature of [...found].reverse()) {
    const { anchors, timestampAnchors = anchors } = options;
    const trust = { anchors, timestampAnchors, provenBy, data, archived };
    const result = await judgeSignature(file, signature, trust);
    judged.unshift(result);
    if (!signature.timestamp || result.indication !== 'TOTAL-PASSED' || !result.signedAt) continue;
    provenBy = new Date(result.signedAt);
    archived ??= await ValidationData.at(file, signature.revision);
  }
  return judged;
}

/** Whether the newest signature covers the newest revision but not its last bytes. */
function leavesTail(file: StrictFile, found: readonly SignatureDictionary[]): boolean {
  const last = found.at(-1);
  if (!last || last.revision !== file.last) return false;
  const [, , resume = 0, rest = 0] = last.byteRange;
  return resume + rest !== file.bytes.length;
}

function addChanges(
  file: StrictFile,
  found: readonly SignatureDictionary[],
  signatures: readonly VerifiedSignature[],
): void {
  const earliest = Math.min(...found.map(({ revision }) => revision));
  const referenced = new Set<number>();
  for (let index = 0; index <= file.last; index++) {
    if (index > earliest) {
      // What is locked is as frozen as what is certified.
      const certified = found.some(
        ({ revision, permission }) =>
          revision < index && permission.some(({ kind, level }) => kind === 'certification' || level === 1),
      );
      const difference = new Difference(file, index, referenced, certified);
      for (const [n, signature] of found.entries()) {
        if (signature.revision >= index) continue;
        const locked = signature.permission.some(({ level }) => level === 1);
        const changes =
          locked && difference.addsSignature ? [...difference.problems, 'change.afterLock'] : difference.problems;
        const judged = signatures[n];
        if (judged) judged.changesAfter = [...new Set([...judged.changesAfter, ...changes])];
      }
    }
    if (index < file.last) collectReferences(file, index, referenced);
  }
  for (const [n, signature] of found.entries()) {
    const certifies = signature.permission.some(({ kind }) => kind === 'certification');
    if (n > 0 && certifies) signatures[n]?.problems.push('permission.misplaced');
  }
}

/** One failed entry for each signature that the bytes seem to hold. */
function unreadableSignatures(bytes: Uint8Array): VerifiedSignature[] {
  const count = Math.min(50, latin1(bytes).split(/\/ByteRange\s*\[/).length - 1);
  return Array.from({ length: count }, () => ({
    field: '',
    kind: 'signature',
    indication: 'TOTAL-FAILED',
    subIndication: 'FORMAT_FAILURE',
    level: null,
    signer: null,
    organization: null,
    certificateSerial: null,
    issuer: null,
    anchored: false,
    timestampedBy: null,
    revision: 0,
    signedAt: null,
    claimedAt: null,
    digestOk: false,
    valueOk: false,
    coversWholeRevision: false,
    changesAfter: [],
    problems: ['file.unreadable'],
  }));
}
