/** One signature: signer, kind, time and result; expanded, every check made (EN 319 102-1). */
import { IconAlertCircle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explanationOf } from '#formats/verify/explanation.ts';
import type { Verification, VerifiedSignature } from '#formats/verify/index.ts';
import { problemText } from '#formats/verify/problems.ts';
import { isStampConfirmed } from '#formats/verify/verdict.ts';
import { languageCode } from '../../shared/chrome/words.ts';
import type { Words } from '../text/it.ts';
import { momentText } from '../text/moment.ts';
import { useWords } from '../text/words.ts';

interface SignatureRowProps {
  signature: VerifiedSignature;
  /** The signatures added after it. */
  later: readonly VerifiedSignature[];
  verification: Verification;
}

const ICONS = { 'TOTAL-PASSED': IconCircleCheck, INDETERMINATE: IconHelpCircle, 'TOTAL-FAILED': IconCircleX } as const;

/** The assessment of a signature by itself and in view of later changes. */
function assessed({ signature, verification }: SignatureRowProps, words: Words) {
  const { indication, kind, changesAfter } = signature;
  const failed = indication === 'TOTAL-FAILED';
  const since = sinceThen(changesAfter, verification.problems);
  const overtaken = indication === 'TOTAL-PASSED' ? since : null;
  const explained = explanationOf(signature, languageCode(words));
  const unlessOvertaken = since === null || failed ? explained : `${explained} ${words.sinceThen[since]}`;
  return {
    failed,
    since,
    overtaken,
    // An invalid signature reaches no level, whatever level it was built for.
    level: failed ? null : signature.level,
    tone: indication === 'TOTAL-PASSED' && since === null ? 'good' : failed || since === 'altered' ? 'bad' : 'waiting',
    outcome: overtaken ? words.onlyItsVersion[overtaken] : words.outcomes[kind][indication],
    explanation: overtaken ? words.changedAfter[overtaken][kind] : unlessOvertaken,
  } as const;
}

type Assessed = ReturnType<typeof assessed>;

export function SignatureRow(props: SignatureRowProps) {
  const words = useWords();
  const { row, language } = words;
  const { signature } = props;
  const { signer, organization, kind, signedAt } = signature;
  const found = assessed(props, words);
  const { overtaken, level } = found;
  const Icon = overtaken ? IconAlertCircle : ICONS[signature.indication];
  const when = signedAt ?? signature.claimedAt;
  return (
    <li data-tone={found.tone}>
      <div className="row-head">
        <Icon className="row-icon" aria-hidden="true" />
        <p className="row-who">
          <strong>
            <bdi>{signer ?? words.unknownSigner}</bdi>
          </strong>
          <span className="caption">
            {`${words.kinds[kind]} · `}
            {organization === null || organization === signer ? null : (
              <>
                <bdi>{organization}</bdi>
                {' · '}
              </>
            )}
            {found.outcome}
          </span>
        </p>
        {level === null ? null : <span className="chip">{`PAdES ${level}`}</span>}
        {when === null ? null : (
          <span className="row-when">
            {momentText(when, language.locale)}
            {signedAt === null ? <span className="caption">{row.claimed}</span> : null}
            {isStampConfirmed(signature) ? null : <span className="caption">{`${row.stamp} ${row.unconfirmed}`}</span>}
          </span>
        )}
      </div>
      <p className="row-explanation">{found.explanation}</p>
      <details className="row-details" open={found.tone !== 'good'}>
        <summary>{row.details}</summary>
        <dl className="facts">
          <Outcome {...props} {...found} />
          <Stamp {...props} />
          <Certificate {...props} />
          <Version {...props} {...found} />
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

function Outcome({ signature, overtaken, outcome, failed, level }: SignatureRowProps & Assessed) {
  const words = useWords();
  const { row } = words;
  const { indication, subIndication } = signature;
  return (
    <>
      <Fact term={row.outcome}>
        {`${overtaken ? row.ofItsVersion : outcome} `}
        <span className="caption">{`(${[indication, subIndication].filter(Boolean).join(' / ')})`}</span>
      </Fact>
      {signature.kind === 'timestamp' || failed ? null : (
        <Fact term={row.level}>{level === null ? row.noLevel : `${level}, ${words.levels[level]}`}</Fact>
      )}
    </>
  );
}

/** The signing time, as an authority proves it or as the signer claims it. */
function Stamp({ signature }: SignatureRowProps) {
  const { row, language, unknownSigner } = useWords();
  const { signedAt, claimedAt } = signature;
  if (signedAt === null) {
    return (
      <>
        <Fact term={row.stamp}>{row.noStamp}</Fact>
        {claimedAt === null ? null : (
          <Fact term={row.claimed}>{row.claimedText(momentText(claimedAt, language.locale))}</Fact>
        )}
      </>
    );
  }
  return (
    <Fact term={row.stamp}>
      {`${row.stampedBy(momentText(signedAt, language.locale))} `}
      <bdi>{signature.timestampedBy ?? unknownSigner}</bdi>
      {isStampConfirmed(signature) ? null : `, ${row.unconfirmed}`}
    </Fact>
  );
}

function Certificate({ signature }: SignatureRowProps) {
  const { row } = useWords();
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
function Version({ signature, later, verification, since, tone }: SignatureRowProps & Assessed) {
  const words = useWords();
  const { row } = words;
  const problems = [...signature.problems, ...signature.changesAfter];
  const found = [...new Set(problems.map((problem) => problemText(problem, languageCode(words))))];
  return (
    <>
      <Fact term={row.version}>{row.versionOf(signature.revision, verification.revisions)}</Fact>
      {since !== null || !signature.digestOk ? null : (
        <Fact term={row.after}>{later.length === 0 ? row.nothing : row.only(addedText(later, words))}</Fact>
      )}
      {found.length === 0 ? null : (
        <Fact term={tone === 'bad' ? row.found : row.noted}>
          <ul>
            {found.map((sentence) => (
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
function sinceThen(changes: readonly string[], problems: readonly string[]): 'altered' | 'extended' | null {
  if (changes.length === 0 && problems.length === 0) return null;
  const allowed =
    changes.every((change) => change.startsWith('later.')) && problems.every((code) => code === 'file.endOfLine');
  return allowed ? 'extended' : 'altered';
}

/** "1 firma, 1 sigillo". */
function addedText(later: readonly VerifiedSignature[], { counted }: Words): string {
  return (['signature', 'seal', 'timestamp'] as const)
    .map((kind) => [kind, later.filter((signature) => signature.kind === kind).length] as const)
    .flatMap(([kind, count]) => (count > 0 ? [counted[kind](count)] : []))
    .join(', ');
}
