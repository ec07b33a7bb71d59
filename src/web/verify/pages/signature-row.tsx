/** One signature: signer, kind, time and result; expanded, every check made (EN 319 102-1). */
import { IconAlertCircle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explanationOf } from '#formats/verify/explanation.ts';
import type { Verification, VerifiedSignature } from '#formats/verify/index.ts';
import { problemText } from '#formats/verify/problems.ts';
import { isStampConfirmed } from '#formats/verify/verdict.ts';
import { languageCode } from '../../shared/chrome/language-switch.ts';
import { dateTimeText } from '../text/date-time.ts';
import type { Texts } from '../text/it.ts';
import { useTexts } from '../text/load-texts.ts';

interface SignatureRowProps {
  signature: VerifiedSignature;
  /** The signatures added after it. */
  later: readonly VerifiedSignature[];
  verification: Verification;
}

const ICONS = { 'TOTAL-PASSED': IconCircleCheck, INDETERMINATE: IconHelpCircle, 'TOTAL-FAILED': IconCircleX } as const;

/** The assessment of a signature, on its own and in view of later changes. */
function assess({ signature, verification }: SignatureRowProps, texts: Texts) {
  const { indication, kind, changesAfter } = signature;
  const failed = indication === 'TOTAL-FAILED';
  const since = laterChangeKind(changesAfter, verification.problems);
  const overtaken = indication === 'TOTAL-PASSED' ? since : null;
  const baseExplanation = explanationOf(signature, languageCode(texts));
  const unlessOvertaken = since === null || failed ? baseExplanation : `${baseExplanation} ${texts.sinceThen[since]}`;
  return {
    failed,
    since,
    overtaken,
    // An invalid signature reaches no level, whatever level it was built for.
    level: failed ? null : signature.level,
    tone: indication === 'TOTAL-PASSED' && since === null ? 'good' : failed || since === 'altered' ? 'bad' : 'waiting',
    outcome: overtaken ? texts.onlyItsVersion[overtaken] : texts.outcomes[kind][indication],
    explanation: overtaken ? texts.changedAfter[overtaken][kind] : unlessOvertaken,
  } as const;
}

type Assessment = ReturnType<typeof assess>;

export function SignatureRow(props: SignatureRowProps) {
  const texts = useTexts();
  const { row, language } = texts;
  const { signature } = props;
  const { signer, organization, kind, signedAt } = signature;
  const assessment = assess(props, texts);
  const { overtaken, level } = assessment;
  const Icon = overtaken ? IconAlertCircle : ICONS[signature.indication];
  const time = signedAt ?? signature.claimedAt;
  return (
    <li data-tone={assessment.tone}>
      <div className="row-head">
        <Icon className="row-icon" aria-hidden="true" />
        <p className="row-who">
          <strong>
            <bdi>{signer ?? texts.unknownSigner}</bdi>
          </strong>
          <span className="caption">
            {`${texts.kinds[kind]} · `}
            {organization === null || organization === signer ? null : (
              <>
                <bdi>{organization}</bdi>
                {' · '}
              </>
            )}
            {assessment.outcome}
          </span>
        </p>
        {level === null ? null : <span className="chip">{`PAdES ${level}`}</span>}
        {time === null ? null : (
          <span className="row-when">
            {dateTimeText(time, language.locale)}
            {signedAt === null ? <span className="caption">{row.claimed}</span> : null}
            {isStampConfirmed(signature) ? null : <span className="caption">{`${row.stamp} ${row.unconfirmed}`}</span>}
          </span>
        )}
      </div>
      <p className="row-explanation">{assessment.explanation}</p>
      <details className="row-details" open={assessment.tone !== 'good'}>
        <summary>{row.details}</summary>
        <dl className="facts">
          <OutcomeFact {...props} {...assessment} />
          <TimestampFact {...props} />
          <CertificateFact {...props} />
          <VersionFact {...props} {...assessment} />
        </dl>
      </details>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function OutcomeFact({ signature, overtaken, outcome, failed, level }: SignatureRowProps & Assessment) {
  const texts = useTexts();
  const { row } = texts;
  const { indication, subIndication } = signature;
  return (
    <>
      <Fact term={row.outcome}>
        {`${overtaken ? row.ofItsVersion : outcome} `}
        <span className="caption">{`(${[indication, subIndication].filter(Boolean).join(' / ')})`}</span>
      </Fact>
      {signature.kind === 'timestamp' || failed ? null : (
        <Fact term={row.level}>{level === null ? row.noLevel : `${level}, ${texts.levels[level]}`}</Fact>
      )}
    </>
  );
}

/** The signing time, as an authority proves it or as the signer claims it. */
function TimestampFact({ signature }: SignatureRowProps) {
  const { row, language, unknownSigner } = useTexts();
  const { signedAt, claimedAt } = signature;
  if (signedAt === null) {
    return (
      <>
        <Fact term={row.stamp}>{row.noStamp}</Fact>
        {claimedAt === null ? null : (
          <Fact term={row.claimed}>{row.claimedText(dateTimeText(claimedAt, language.locale))}</Fact>
        )}
      </>
    );
  }
  return (
    <Fact term={row.stamp}>
      {`${row.stampedBy(dateTimeText(signedAt, language.locale))} `}
      <bdi>{signature.timestampedBy ?? unknownSigner}</bdi>
      {isStampConfirmed(signature) ? null : `, ${row.unconfirmed}`}
    </Fact>
  );
}

function CertificateFact({ signature }: SignatureRowProps) {
  const { row } = useTexts();
  const { issuer, certificateSerial } = signature;
  return (
    <>
      <dt>{row.issuer}</dt>
      {issuer === null ? (
        <dd>{row.noIssuer}</dd>
      ) : (
        <dd>
          {`${row.issuedBy} `}
          <bdi>{issuer}</bdi>
          {`, ${signature.anchored ? row.anchored : row.foreign}`}
        </dd>
      )}
      {certificateSerial === null ? null : (
        <>
          <dt>{row.serial}</dt>
          <dd className="code">{certificateSerial}</dd>
        </>
      )}
    </>
  );
}

/** The version of the file that the signature covers, later changes, and the findings. */
function VersionFact({ signature, later, verification, since, tone }: SignatureRowProps & Assessment) {
  const texts = useTexts();
  const { row } = texts;
  const problems = [...signature.problems, ...signature.changesAfter];
  const findings = [...new Set(problems.map((problem) => problemText(problem, languageCode(texts))))];
  return (
    <>
      <Fact term={row.version}>{row.versionOf(signature.revision, verification.revisions)}</Fact>
      {since !== null || !signature.digestOk ? null : (
        <Fact term={row.after}>{later.length === 0 ? row.nothing : row.only(addedText(later, texts))}</Fact>
      )}
      {findings.length === 0 ? null : (
        <Fact term={tone === 'bad' ? row.found : row.noted}>
          <ul>
            {findings.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

/**
 * Whether later changes contradict a signature or are merely not forbidden, in the same way as the verdict
 * distinguishes them. A fault of the file as a whole, for example data after its end, occurred after its signatures.
 */
function laterChangeKind(changes: readonly string[], problems: readonly string[]): 'altered' | 'extended' | null {
  if (changes.length === 0 && problems.length === 0) return null;
  const isAllowed =
    changes.every((change) => change.startsWith('later.')) && problems.every((problem) => problem === 'file.endOfLine');
  return isAllowed ? 'extended' : 'altered';
}

/** "1 firma, 1 sigillo". */
function addedText(later: readonly VerifiedSignature[], { counted }: Texts): string {
  return (['signature', 'seal', 'timestamp'] as const)
    .map((kind) => [kind, later.filter((signature) => signature.kind === kind).length] as const)
    .flatMap(([kind, count]) => (count > 0 ? [counted[kind](count)] : []))
    .join(', ');
}
