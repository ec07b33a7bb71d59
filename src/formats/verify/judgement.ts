/** Judges one signature: content, value, certificate, time, revocation (EN 319 102-1, clause 5). */
import {
  type CertificatePath,
  checkPath,
  findPath,
  isConsistentCertificateSet,
  type Purpose,
  serialOf,
  subjectFacts,
} from '../certificate-path.ts';
import {
  bindingOf,
  type CmsSignature,
  checkValue,
  digestOf,
  nameAttribute,
  readCms,
  schemeOf,
  signerCertificate,
} from '../cms-read.ts';
import { DerError, sameBytes } from '../der.ts';
import { oid } from '../oids.ts';
import { acceptedHashes, knownHashes, readCertificate, strengthOf } from '../signed-data.ts';
import { coverageOf, type SignedParts } from './coverage.ts';
import type { SubIndication } from './explanation.ts';
import { NO_CERTIFICATE, type VerifiedSignature } from './outcome.ts';
import type { Problem, ProblemCode } from './problems.ts';
import type { ValidationData } from './revocation.ts';
import type { SignatureDictionary } from './signature-fields.ts';
import type { StrictFile } from './strict-file.ts';
import { compareMessageDigest, type DigestComparison, hasContentType, readTimestamp } from './timestamp.ts';

export interface Trust {
  /** Only for signatures; timestamp issuers are not trusted to sign anything else. */
  anchors: readonly Uint8Array[];
  timestampAnchors: readonly Uint8Array[];
  /** The instant at which something later proves that the signature existed: the validation itself, or a later timestamp. */
  provenBy: Date;
  /** Validation data in the file. */
  data: ValidationData;
  /** The part of it covered by a later document timestamp that passed; null if there is none. */
  archived: ValidationData | null;
}

const DETACHED = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** Older format: the value encloses the SHA-1 of the content (ISO 32000-1, 12.8.3.3). */
const ENCLOSED_SHA1 = 'adbe.pkcs7.sha1';

/** Timestamps examined per signature; one is usual. */
const MAX_TOKENS = 8;

type Verdict = Pick<VerifiedSignature, 'indication' | 'subIndication'>;

/** Maps problems to verdicts; the first that applies decides. */
const VERDICTS: readonly (readonly [readonly ProblemCode[], Verdict['indication'], SubIndication])[] = [
  [
    [
      'coverage.unreadable',
      'coverage.start',
      'coverage.gap',
      'coverage.contents',
      'coverage.end',
      'cms.unreadable',
      'cms.enclosed',
    ],
    'TOTAL-FAILED',
    'FORMAT_FAILURE',
  ],
  [['cms.digest'], 'TOTAL-FAILED', 'HASH_FAILURE'],
  [['cms.value'], 'TOTAL-FAILED', 'SIG_CRYPTO_FAILURE'],
  [['cms.form'], 'TOTAL-FAILED', 'FORMAT_FAILURE'],
  [['certificate.missing', 'certificate.reference'], 'INDETERMINATE', 'NO_SIGNING_CERTIFICATE_FOUND'],
  // This verifier supports one profile of many (PAdES): another profile is not a fault.
  [['cms.format', 'coverage.spelling', 'cms.attributes'], 'INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE'],
  [['cms.algorithm', 'cms.unsupported'], 'INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  [['certificate.noChain'], 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'],
  [['certificate.chain'], 'INDETERMINATE', 'CHAIN_CONSTRAINTS_FAILURE'],
  [['timestamp.broken', 'timestamp.untrusted', 'timestamp.revoked'], 'INDETERMINATE', 'NO_POE'],
  [['certificate.revoked'], 'TOTAL-FAILED', 'REVOKED'],
  [['certificate.revokedUnproven'], 'INDETERMINATE', 'REVOKED_NO_POE'],
  [['certificate.authorityRevoked'], 'INDETERMINATE', 'REVOKED_CA_NO_POE'],
  [['certificate.noProof'], 'INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE'],
  [['certificate.expired'], 'TOTAL-FAILED', 'EXPIRED'],
  [['certificate.notYetValid'], 'TOTAL-FAILED', 'NOT_YET_VALID'],
  [['certificate.revocation'], 'INDETERMINATE', 'TRY_LATER'],
];

/** @returns the judgement without the changes of later revisions, and the time proved by a passed timestamp. */
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
    ...NO_CERTIFICATE,
    revision: signature.revision + 1,
    signedAt: null,
    claimedAt: signature.claimedAt?.toISOString() ?? null,
    digestOk: false,
    valueOk: false,
    coversWholeRevision: coverage.whole,
    changesAfter: [],
    problems: [...coverage.problems],
  };
  let proven = trust.archived !== null;
  const known = signature.timestamp || DETACHED.has(signature.subFilter ?? '') || signature.subFilter === ENCLOSED_SHA1;
  if (!known) result.problems.push('cms.format');
  else if (coverage.parts) {
    try {
      if (await judgeCms(readCms(signature.contents), signature, coverage.parts, trust, result)) proven = true;
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      result.problems.push('cms.unreadable');
    }
  }
  // Trusted signers write DER: nothing in such a signature may be encoded differently from how it was made.
  if (result.anchored && result.problems.includes('cms.encoding')) result.problems.push('cms.form');
  if (result.anchored && result.problems.includes('coverage.spelling')) {
    result.problems.push('coverage.contents');
    result.coversWholeRevision = false;
  }
  // Other signers may put anything into an unsigned attribute: their signature remains valid, only unknown here.
  Object.assign(result, verdictOf(result.problems.filter((code) => result.anchored || code !== 'cms.form')));
  // NO_POE means that a weak algorithm lacks a proven time; with a proven time, the algorithm itself is the problem.
  if (proven && result.subIndication === 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
    result.subIndication = 'CRYPTO_CONSTRAINTS_FAILURE';
  return result;
}

function verdictOf(problems: readonly string[]): Verdict {
  const codes = new Set(problems.map((problem) => problem.split(':')[0]));
  for (const [causes, indication, subIndication] of VERDICTS) {
    if (causes.some((cause) => codes.has(cause))) return { indication, subIndication };
  }
  return { indication: 'TOTAL-PASSED', subIndication: null };
}

/** @returns whether a trusted timestamp proves when the signature existed. */
async function judgeCms(
  cms: CmsSignature,
  signature: SignatureDictionary,
  parts: SignedParts,
  trust: Trust,
  result: VerifiedSignature,
): Promise<boolean> {
  const add = (problem: Problem): void => void result.problems.push(problem);
  const anchors = signature.timestamp ? trust.timestampAnchors : trust.anchors;
  if (cms.irregular || !(await isConsistentCertificateSet(cms.certificates, anchors))) add('cms.form');
  if (cms.indefinite) add('cms.encoding');
  const certificate = signerCertificate(cms);
  if (!certificate) {
    add('certificate.missing');
    return false;
  }
  describeSigner(certificate, signature, result);
  const binding = await bindingOf(cms, certificate);
  if (binding === 'absent') add('cms.attributes');
  if (binding === 'other') add('certificate.reference');
  if (binding === 'unknown') add('cms.unsupported');
  await judgeValue(cms, certificate, cms.content === null ? parts : [cms.content], result);

  if (signature.timestamp) {
    const token = await readTimestamp(signature.contents, parts);
    const isSound = token.imprint === 'same' && token.valueOk;
    result.digestOk = isSound;
    for (const sameness of [token.imprint, token.content]) judgeSameness(sameness, result);
    if (isSound) {
      result.signedAt = token.genTime.toISOString();
      result.timestampedBy = result.signer;
    }
    const time = { at: trust.provenBy, proven: true, status: token.genTime };
    const path = await judgePath(certificate, cms.certificates, 'timestamping', time, trust, add);
    result.anchored = path !== null;
    if (path && (await trust.data.invalidatesTimestamps(path, trust.provenBy))) add('timestamp.revoked');
    return false;
  }
  await judgeContent(cms, signature, parts, result);
  if (!hasContentType(cms, oid.data)) add('cms.attributes');
  const isPades = signature.subFilter === 'ETSI.CAdES.detached';
  if (isPades && cms.signed.has(oid.signingTime)) add('cms.signingTime');
  const isBaseline =
    isPades && !cms.indefinite && binding === 'bound' && !cms.signed.has(oid.signingTime) && result.valueOk;
  if (isBaseline) result.level = 'B-B';
  const stamp = await judgeTimestamps(cms, trust, result, add);
  const at = stamp?.time ?? trust.provenBy;
  const time = { at, proven: stamp !== null, status: at };
  const path = await judgePath(certificate, cms.certificates, 'signing', time, trust, add);
  result.anchored = path !== null;
  if (!stamp || !isBaseline) return stamp !== null;
  result.level = 'B-T';
  const paths = path ? [{ path, at }, ...stamp.paths] : [];
  if (await covers(trust.data, paths)) result.level = 'B-LT';
  if (result.level === 'B-LT' && trust.archived && (await covers(trust.archived, paths))) result.level = 'B-LTA';
  return true;
}

/** A mismatch under a weak algorithm is conclusive, a match is not. An unknown algorithm proves neither. */
async function judgeValue(
  cms: CmsSignature,
  certificate: Uint8Array,
  content: readonly Uint8Array[],
  result: VerifiedSignature,
): Promise<void> {
  const { problems } = result;
  const hash = knownHashes[cms.digestAlgorithm];
  if (!hash) problems.push('cms.unsupported');
  else if (!acceptedHashes[cms.digestAlgorithm]) problems.push('cms.algorithm');
  const strength = strengthOf(schemeOf(cms, hash ?? 'SHA-1'));
  const value = await checkValue(cms, certificate, content);
  if (value === 'invalid') problems.push('cms.value');
  else if (value === 'algorithm') problems.push('cms.unsupported');
  else {
    result.valueOk = value !== 'weak' && strength !== 'weak';
    if (value === 'plain') problems.push('cms.form');
    if (value === 'weak' || strength !== 'accepted') problems.push('cms.algorithm');
  }
}

/** Whether the signature covers the content of the file. */
async function judgeContent(
  cms: CmsSignature,
  { subFilter }: SignatureDictionary,
  parts: SignedParts,
  result: VerifiedSignature,
): Promise<void> {
  if (subFilter === ENCLOSED_SHA1) {
    // SHA-1 only: it can disprove, but not prove.
    const matches = cms.content !== null && sameBytes(cms.content, await digestOf('SHA-1', ...parts));
    judgeSameness(matches ? 'weak' : 'other', result);
  } else if (cms.content !== null) {
    result.problems.push('cms.enclosed');
  } else if (cms.signedBytes === null) {
    // Without signed attributes the value covers the content itself.
    result.digestOk = result.valueOk;
  } else {
    const sameness = await compareMessageDigest(cms, parts);
    result.digestOk = sameness === 'same';
    judgeSameness(sameness, result);
  }
}

function judgeSameness(sameness: DigestComparison, { problems }: VerifiedSignature): void {
  if (sameness === 'other') problems.push('cms.digest');
  if (sameness === 'weak') problems.push('cms.algorithm');
  if (sameness === 'unknown') problems.push('cms.unsupported');
}

interface DatedPath {
  readonly path: CertificatePath;
  readonly at: Date;
}

/** Whether the data suffices to check these paths offline. */
async function covers(data: ValidationData, paths: readonly DatedPath[]): Promise<boolean> {
  const statuses = await Promise.all(paths.map(({ path, at }) => data.statusOf(path, at)));
  return statuses.length > 0 && statuses.every(({ isCovered }) => isCovered);
}

function describeSigner(certificate: Uint8Array, signature: SignatureDictionary, result: VerifiedSignature): void {
  const fields = readCertificate(certificate);
  const { name, organization, isPerson: person } = subjectFacts(fields);
  result.signer = name;
  result.issuer = nameAttribute(fields.issuer, oid.commonName) ?? nameAttribute(fields.issuer, oid.organizationName);
  result.organization = organization;
  result.certificateSerial = serialOf(certificate);
  if (result.kind === 'timestamp') return;
  const locks = signature.permissions.some(({ kind, level }) => kind === 'lock' && level === 1);
  if (!person && (locks || name === organization || /\b(sigillo|seal)\b/i.test(name ?? ''))) result.kind = 'seal';
}

/**
 * @returns the earliest time proved by a sound and trusted timestamp of the signature value, with the paths of all
 * such timestamps, or null.
 */
async function judgeTimestamps(
  cms: CmsSignature,
  trust: Trust,
  result: VerifiedSignature,
  add: (problem: Problem) => void,
): Promise<{ time: Date; paths: DatedPath[] } | null> {
  let time: Date | null = null;
  const paths: DatedPath[] = [];
  for (const element of (cms.unsigned.get(oid.signatureTimeStampToken) ?? []).slice(0, MAX_TOKENS)) {
    const token = await readTimestamp(element.raw, [cms.value]).catch((error: unknown) => {
      if (error instanceof DerError) return null;
      throw error;
    });
    const isSound =
      token?.imprint === 'same' &&
      token.valueOk &&
      !token.cms.irregular &&
      (await isConsistentCertificateSet(token.cms.certificates, trust.timestampAnchors));
    if (!token?.certificate || !isSound) {
      add('timestamp.broken');
      continue;
    }
    if (result.signedAt === null) {
      result.signedAt = token.genTime.toISOString();
      result.timestampedBy = subjectFacts(readCertificate(token.certificate)).name;
    }
    const candidates = [...token.cms.certificates, ...cms.certificates, ...trust.data.certificates];
    const path = await findPath(token.certificate, candidates, trust.timestampAnchors);
    // The authority's certificate must be valid when it stamps, and still when the timestamp is last vouched for.
    const isValid = path && [token.genTime, trust.provenBy].every((at) => checkPath(path, at, 'timestamping') === null);
    if (!isValid || !path.isStrong || !token.isBound) {
      add('timestamp.untrusted');
      continue;
    }
    const status = await trust.data.statusOf(path, token.genTime);
    if (status.revoked || status.authorityRevoked || (await trust.data.invalidatesTimestamps(path, trust.provenBy))) {
      add('timestamp.revoked');
      continue;
    }
    paths.push({ path, at: token.genTime });
    if (!time || token.genTime < time) time = token.genTime;
  }
  return time && { time, paths };
}

/**
 * @param at when the path must be valid.
 * @param proven whether that is the time of the signature, or only that of the validation.
 * @param status the instant at which none of its certificates may have been revoked.
 * @returns the path when the certificate leads to an anchor.
 */
async function judgePath(
  certificate: Uint8Array,
  candidates: readonly Uint8Array[],
  purpose: Purpose,
  { at, proven, status: statusAt }: { at: Date; proven: boolean; status: Date },
  trust: Trust,
  add: (problem: Problem) => void,
): Promise<CertificatePath | null> {
  const anchors = purpose === 'timestamping' ? trust.timestampAnchors : trust.anchors;
  const path = await findPath(certificate, [...candidates, ...trust.data.certificates], anchors);
  if (!path) {
    add('certificate.noChain');
    return null;
  }
  if (!path.isStrong) add('cms.algorithm');
  const fault = checkPath(path, at, purpose);
  if (fault === 'constraints') add('certificate.chain');
  else if (fault === 'notYetValid') add('certificate.notYetValid');
  else if (fault === 'expired') add(proven ? 'certificate.expired' : 'certificate.noProof');
  const status = await trust.data.statusOf(path, statusAt);
  if (status.revoked) add(proven ? 'certificate.revoked' : 'certificate.revokedUnproven');
  if (status.authorityRevoked) add('certificate.authorityRevoked');
  if (status.unknown) add('certificate.revocation');
  return path;
}
