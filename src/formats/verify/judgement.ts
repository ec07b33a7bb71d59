/** Judges one signature: content, value, certificate, time (EN 319 102-1, clause 5, without revocation data). */
import {
  announcesRevocation,
  type CertificatePath,
  checkPath,
  findPath,
  isSoundBag,
  type Purpose,
  serialOf,
  subjectFacts,
} from '../certificate-path.ts';
import { bindingOf, type CmsSignature, checkValue, readCms, signerCertificate } from '../cms-read.ts';
import { DerError } from '../der.ts';
import { oid } from '../oids.ts';
import { hashNames, readCertificate } from '../signed-data.ts';
import { coverageOf, type SignedParts } from './coverage.ts';
import type { VerifiedSignature } from './outcome.ts';
import type { Problem, ProblemCode } from './problems.ts';
import type { SignatureDictionary } from './signature-fields.ts';
import type { StrictFile } from './strict-file.ts';
import { namesContent, namesType, readTimestamp } from './timestamp.ts';

export interface Trust {
  anchors: readonly Uint8Array[];
  /** Until when the existence of the signature is proven by something later: the validation itself, or a later timestamp. */
  provenBy: Date;
}

const DETACHED = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** Timestamps of one signature that are looked at; one is usual. */
const MAX_TOKENS = 8;

type Verdict = Pick<VerifiedSignature, 'indication' | 'subIndication'>;

/** What each problem means for the signature; the first that applies, in this order, decides. */
const VERDICTS: readonly (readonly [readonly ProblemCode[], Verdict['indication'], string])[] = [
  [
    [
      'coverage.unreadable',
      'coverage.start',
      'coverage.gap',
      'coverage.contents',
      'coverage.end',
      'cms.unreadable',
      'cms.format',
    ],
    'TOTAL-FAILED',
    'FORMAT_FAILURE',
  ],
  [['cms.digest'], 'TOTAL-FAILED', 'HASH_FAILURE'],
  [['cms.value'], 'TOTAL-FAILED', 'SIG_CRYPTO_FAILURE'],
  [['cms.form'], 'TOTAL-FAILED', 'FORMAT_FAILURE'],
  [['certificate.missing', 'certificate.reference'], 'INDETERMINATE', 'NO_SIGNING_CERTIFICATE_FOUND'],
  [['cms.attributes'], 'INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE'],
  [['cms.algorithm'], 'INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE'],
  [['certificate.noChain'], 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'],
  [['certificate.chain'], 'INDETERMINATE', 'CHAIN_CONSTRAINTS_FAILURE'],
  [['timestamp.broken', 'timestamp.untrusted'], 'INDETERMINATE', 'NO_POE'],
  [['certificate.noProof'], 'INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE'],
  [['certificate.expired'], 'TOTAL-FAILED', 'EXPIRED'],
  [['certificate.notYetValid'], 'TOTAL-FAILED', 'NOT_YET_VALID'],
  [['certificate.revocation'], 'INDETERMINATE', 'TRY_LATER'],
];

/** @returns the judgement without the changes of later revisions, and the time that a passed timestamp proves. */
export async function judgeSignature(
  file: StrictFile,
  signature: SignatureDictionary,
  trust: Trust,
): Promise<VerifiedSignature> {
  const coverage = coverageOf(file, signature);
  const result: VerifiedSignature = {
    field: signature.field.name,
    kind: signature.timestamp ? 'timestamp' : 'signature',
    indication: 'TOTAL-FAILED',
    subIndication: 'FORMAT_FAILURE',
    level: null,
    signer: null,
    organization: null,
    certificateSerial: null,
    signedAt: null,
    claimedAt: signature.claimedAt?.toISOString() ?? null,
    digestOk: false,
    valueOk: false,
    coversWholeRevision: coverage.whole,
    changesAfter: [],
    problems: [...coverage.problems],
  };
  if (coverage.parts) {
    try {
      await judgeCms(readCms(signature.contents), signature, coverage.parts, trust, result);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      result.problems.push('cms.unreadable');
    }
  }
  Object.assign(result, verdictOf(result.problems));
  return result;
}

function verdictOf(problems: readonly string[]): Verdict {
  const codes = new Set(problems.map((problem) => problem.split(':')[0]));
  for (const [causes, indication, subIndication] of VERDICTS) {
    if (causes.some((cause) => codes.has(cause))) return { indication, subIndication };
  }
  return { indication: 'TOTAL-PASSED', subIndication: null };
}

async function judgeCms(
  cms: CmsSignature,
  signature: SignatureDictionary,
  parts: SignedParts,
  trust: Trust,
  result: VerifiedSignature,
): Promise<void> {
  const add = (problem: Problem): void => void result.problems.push(problem);
  if (cms.irregular || !(await isSoundBag(cms.certificates, trust.anchors))) add('cms.form');
  const certificate = signerCertificate(cms);
  if (!certificate) return add('certificate.missing');
  describe(certificate, signature, result);
  const binding = await bindingOf(cms, certificate);
  if (binding === 'absent') add('cms.attributes');
  if (binding === 'other') add('certificate.reference');
  if (!hashNames[cms.digestAlgorithm]) add('cms.algorithm');
  const value = await checkValue(cms, certificate);
  result.valueOk = value === 'valid';
  if (value !== 'valid') add(value === 'algorithm' ? 'cms.algorithm' : 'cms.value');

  if (signature.timestamp) {
    const token = await readTimestamp(signature.contents, parts);
    result.digestOk = token.imprintOk && token.valueOk;
    if (!token.imprintOk) add('cms.digest');
    if (token.imprintOk && token.valueOk) result.signedAt = token.genTime.toISOString();
    await judgePath(certificate, cms.certificates, 'timestamping', trust.provenBy, true, trust, add);
    return;
  }
  const isDetached = DETACHED.has(signature.subFilter ?? '') && cms.content === null;
  result.digestOk = isDetached && (await namesContent(cms, parts));
  if (!isDetached) add('cms.format');
  else if (!result.digestOk) add('cms.digest');
  if (!namesType(cms, oid.data)) add('cms.attributes');
  const modern = signature.subFilter === 'ETSI.CAdES.detached';
  if (modern && cms.signed.has(oid.signingTime)) add('cms.signingTime');
  const baseline = modern && binding === 'bound' && !cms.signed.has(oid.signingTime) && result.valueOk;
  if (baseline) result.level = 'B-B';
  const stamped = await judgeTimestamps(cms, trust, result, add);
  if (stamped && baseline) result.level = 'B-T';
  await judgePath(certificate, cms.certificates, 'signing', stamped ?? trust.provenBy, stamped !== null, trust, add);
}

function describe(certificate: Uint8Array, signature: SignatureDictionary, result: VerifiedSignature): void {
  const { name, organization, person } = subjectFacts(readCertificate(certificate));
  result.signer = name;
  result.organization = organization;
  result.certificateSerial = serialOf(certificate);
  if (result.kind === 'timestamp') return;
  const locks = signature.permission.some(({ kind, level }) => kind === 'lock' && level === 1);
  if (!person && (locks || name === organization || /\b(sigillo|seal)\b/i.test(name ?? ''))) result.kind = 'seal';
}

/** @returns the earliest time that a sound and trusted timestamp of the signature value proves, or null. */
async function judgeTimestamps(
  cms: CmsSignature,
  trust: Trust,
  result: VerifiedSignature,
  add: (problem: Problem) => void,
): Promise<Date | null> {
  let proven: Date | null = null;
  for (const element of (cms.unsigned.get(oid.signatureTimeStampToken) ?? []).slice(0, MAX_TOKENS)) {
    const token = await readTimestamp(element.raw, [cms.value]).catch((error: unknown) => {
      if (error instanceof DerError) return null;
      throw error;
    });
    const sound =
      token?.imprintOk &&
      token.valueOk &&
      !token.cms.irregular &&
      (await isSoundBag(token.cms.certificates, trust.anchors));
    if (!token?.certificate || !sound) {
      add('timestamp.broken');
      continue;
    }
    result.signedAt ??= token.genTime.toISOString();
    const path = await findPath(token.certificate, [...token.cms.certificates, ...cms.certificates], trust.anchors);
    // The authority's certificate must hold when it stamps, and still when the stamp is last vouched for.
    const holds = path && [token.genTime, trust.provenBy].every((at) => checkPath(path, at, 'timestamping') === null);
    if (!holds || !path.strong || !token.bound) add('timestamp.untrusted');
    else if (!proven || token.genTime < proven) proven = token.genTime;
  }
  return proven;
}

/** @param timeIsProven whether `at` is the time of the signature, and not merely that of the validation. */
async function judgePath(
  certificate: Uint8Array,
  others: readonly Uint8Array[],
  purpose: Purpose,
  at: Date,
  timeIsProven: boolean,
  trust: Trust,
  add: (problem: Problem) => void,
): Promise<void> {
  const path = await findPath(certificate, others, trust.anchors);
  if (!path) return add('certificate.noChain');
  if (!path.strong) add('cms.algorithm');
  const fault = checkPath(path, at, purpose);
  if (fault === 'constraints') add('certificate.chain');
  else if (fault === 'notYetValid') add('certificate.notYetValid');
  else if (fault === 'expired') add(timeIsProven ? 'certificate.expired' : 'certificate.noProof');
  if (publishesRevocation(path)) add('certificate.revocation');
}

/** Revocation data is not evaluated yet: certificates that publish it stay undecided, short-lived ones do not need it. */
const publishesRevocation = ({ certificates }: CertificatePath): boolean =>
  certificates.slice(0, -1).some(({ fields }) => announcesRevocation(fields));
