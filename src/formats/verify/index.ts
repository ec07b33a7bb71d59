/** Checks the signatures of a PDF, in the browser and on the server; opens no connection. */
import { digestOf } from '../cms-read.ts';
import { toHex } from '../der.ts';
import { kindOf } from '../detect/file-kind.ts';
import { allowedChangesAfter } from './changes/allowed.ts';
import { collectReferences, RevisionComparison } from './changes/revision-changes.ts';
import { handwritingProblems } from './handwriting.ts';
import { judgeSignature } from './judgement.ts';
import { NO_CERTIFICATE, type Verification, type VerifiedSignature, type VerifyOptions } from './outcome.ts';
import type { Problem } from './problems.ts';
import { ValidationData } from './revocation.ts';
import { type SignatureDictionary, signaturesOf } from './signature-fields.ts';
import { StrictFile } from './strict-file.ts';
import { EncryptedFault, isWhitespace, latin1, SyntaxFault } from './syntax.ts';

export { certificatesFromPem } from '../certificate-path.ts';
export type { Verification, VerifiedSignature, VerifyOptions } from './outcome.ts';

/** Checks every signature and every revision after the first signature. Never throws, whatever the file contains. */
export async function verifyPdf(bytes: Uint8Array, options: VerifyOptions): Promise<Verification> {
  const sha256 = toHex(await digestOf('SHA-256', bytes));
  const problems: Problem[] = [];
  let signatures: VerifiedSignature[];
  let revisions = 0;
  try {
    const file = await StrictFile.open(bytes);
    revisions = file.revisions.length;
    const dictionaries = signaturesOf(file);
    const trailingProblem = checkTrailingBytes(file, dictionaries);
    if (trailingProblem) problems.push(trailingProblem);
    if (dictionaries.length === 0) problems.push('file.notSigned');
    signatures = await judgeAll(file, dictionaries, options);
    addChanges(file, dictionaries, signatures);
    problems.push(...handwritingProblems(file, dictionaries));
    // A signature whose revision was cut off must still be reported.
    signatures.push(...unreadableSignatures(bytes.subarray(bytes.length - file.trailing)));
  } catch (error) {
    // No file content may abort the verification: an unreadable file is one that does not pass.
    revisions = 0;
    const problem = unreadableProblem(bytes, error);
    problems.push(problem);
    signatures = problem === 'file.envelope' ? [] : unreadableSignatures(bytes, error instanceof EncryptedFault);
  }
  const { expected } = options;
  if (expected?.signatures !== undefined && signatures.length < expected.signatures) problems.push('file.rolledBack');
  if (expected?.sha256 !== undefined && expected.sha256.toLowerCase() !== sha256) problems.push('file.differs');
  const intact = problems.length === 0 && signatures.every(isIntact);
  return { intact, signatures, problems, sha256, size: bytes.length, revisions };
}

const isIntact = ({ digestOk, valueOk, coversWholeRevision, changesAfter, problems }: VerifiedSignature): boolean =>
  digestOk && valueOk && coversWholeRevision && changesAfter.length === 0 && !problems.includes('coverage.spelling');

function unreadableProblem(bytes: Uint8Array, error: unknown): Problem {
  if (error instanceof EncryptedFault) return 'file.encrypted';
  if (kindOf(bytes) === 'p7m') return 'file.envelope';
  // Readers look for the header in the first kilobyte (ISO 32000-1, annex H.3): without it no reader accepts the file
  // as a PDF.
  if (!latin1(bytes.subarray(0, 1024)).includes('%PDF-')) return 'file.notPdf';
  return `file.unreadable: ${error instanceof SyntaxFault ? error.message : 'unexpected structure'}`;
}

/** Newest first, so that a timestamp that passed vouches for the content it covers. */
async function judgeAll(
  file: StrictFile,
  dictionaries: readonly SignatureDictionary[],
  options: VerifyOptions,
): Promise<VerifiedSignature[]> {
  let provenBy = options.at ?? new Date();
  const data = await ValidationData.at(file, file.last);
  let archived: ValidationData | null = null;
  const judged: VerifiedSignature[] = [];
  for (const signature of [...dictionaries].reverse()) {
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

/** Checks the bytes after the end of the last revision, or of the newest signature if that made it. */
function checkTrailingBytes(file: StrictFile, dictionaries: readonly SignatureDictionary[]): Problem | null {
  const last = dictionaries.at(-1);
  const [, , resume = 0, rest = 0] = last?.revision === file.last ? last.byteRange : [];
  const end = file.bytes.length - file.trailing;
  if (resume + rest > file.bytes.length) return 'file.trailingBytes';
  const from = resume + rest > 0 ? Math.min(resume + rest, end) : end;
  const tail = file.bytes.subarray(from);
  if (tail.length === 0) return null;
  // Programs and mail append line ends to files. In a closed document even those are forbidden.
  const closed = dictionaries.some(({ permissions: permission }) => permission.some(({ level }) => level === 1));
  return !closed && tail.every(isWhitespace) ? 'file.endOfLine' : 'file.trailingBytes';
}

function addChanges(
  file: StrictFile,
  dictionaries: readonly SignatureDictionary[],
  signatures: readonly VerifiedSignature[],
): void {
  const earliest = Math.min(...dictionaries.map(({ revision }) => revision));
  const referenced = new Set<number>();
  for (let index = 0; index <= file.last; index++) {
    if (index > earliest) {
      const allowed = allowedChangesAfter(dictionaries.filter(({ revision }) => revision < index));
      const comparison = new RevisionComparison(file, index, referenced, allowed);
      for (const [n, signature] of dictionaries.entries()) {
        if (signature.revision >= index) continue;
        const locked = signature.permissions.some(({ level }) => level === 1);
        const changes =
          locked && comparison.addsSignature ? [...comparison.problems, 'change.afterLock'] : comparison.problems;
        const result = signatures[n];
        if (result) result.changesAfter = [...new Set([...result.changesAfter, ...changes])];
      }
    }
    if (index < file.last) collectReferences(file, index, referenced);
  }
  for (const [n, signature] of dictionaries.entries()) {
    const certifies = signature.permissions.some(({ kind }) => kind === 'certification');
    if (n > 0 && certifies) signatures[n]?.problems.push('permission.misplaced');
  }
}

/** One entry per signature that the bytes seem to contain: failed, or indeterminate if the file is encrypted. */
function unreadableSignatures(bytes: Uint8Array, encrypted = false): VerifiedSignature[] {
  const count = Math.min(50, latin1(bytes).split(/\/ByteRange\s*\[/).length - 1);
  return Array.from({ length: count }, () => ({
    field: '',
    kind: 'signature',
    indication: encrypted ? 'INDETERMINATE' : 'TOTAL-FAILED',
    subIndication: encrypted ? 'SIGNED_DATA_NOT_FOUND' : 'FORMAT_FAILURE',
    ...NO_CERTIFICATE,
    revision: 0,
    signedAt: null,
    claimedAt: null,
    digestOk: false,
    valueOk: false,
    coversWholeRevision: false,
    changesAfter: [],
    problems: [encrypted ? 'file.encrypted' : 'file.unreadable'],
  }));
}
