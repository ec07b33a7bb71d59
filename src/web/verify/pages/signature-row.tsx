/** One signature: who, what it is, when and how it came out; opened, everything that was looked at (D-63, EN 319 102-1). */
import { IconAlertCircle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { explanationOf } from '#formats/verify/explanation.ts';
import type { Verification, VerifiedSignature } from '#formats/verify/index.ts';
import { problemText } from '#formats/verify/problems.ts';
import { isStampConfirmed } from '#formats/verify/verdict.ts';
import { momentText } from '../text/format.ts';
import type { Words } from '../text/it.ts';
import { languageCode, useWords } from '../text/words.ts';

interface SignatureRowProps {
  signature: VerifiedSignature;
  /** The signatures that came after it. */
  later: readonly VerifiedSignature[];
  verification: Verification;
}

const ICONS = { 'TOTAL-PASSED': IconCircleCheck, INDETERMINATE: IconHelpCircle, 'TOTAL-FAILED': IconCircleX } as const;

export function SignatureRow({ signature, later, verification }: SignatureRowProps) {
  const words = useWords();
  const { row, language } = words;
  const code = languageCode(words);
  const { indication, subIndication, signer, organization, kind, signedAt, claimedAt, changesAfter } = signature;
  // What does not hold reaches no level, whatever it was built to be.
  const level = indication === 'TOTAL-FAILED' ? null : signature.level;
  const since = sinceThen(changesAfter, verification.problems);
  const passed = indication === 'TOTAL-PASSED' && since === null;
  const overtaken = indication === 'TOTAL-PASSED' ? since : null;
  const bad = indication === 'TOTAL-FAILED' || since === 'altered';
  const Icon = overtaken ? IconAlertCircle : ICONS[indication];
  const confirmed = isStampConfirmed(signature);
  const found = new Set([...signature.problems, ...changesAfter].map((problem) => problemText(problem, code)));
  const when = signedAt ?? claimedAt;
  const outcome = overtaken ? words.onlyItsVersion[overtaken] : words.outcomes[kind][indication];
  const explained = explanationOf(signature, code);
  const explanation = overtaken
    ? words.changedAfter[overtaken][kind]
    : since === null || indication === 'TOTAL-FAILED'
      ? explained
      : `${explained} ${words.sinceThen[since]}`;
  return (
    <li data-tone={passed ? 'good' : bad ? 'bad' : 'waiting'}>
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
            {outcome}
          </span>
        </p>
        {level === null ? null : <span className="chip">{`PAdES ${level}`}</span>}
        {when === null ? null : (
          <span className="row-when">
            {momentText(when, language.locale)}
            {signedAt === null ? <span className="caption">{row.claimed}</span> : null}
            {confirmed ? null : <span className="caption">{`${row.stamp} ${row.unconfirmed}`}</span>}
          </span>
        )}
      </div>
      <p className="row-explanation">{explanation}</p>
      <details className="row-details" open={!passed}>
        <summary>{row.details}</summary>
        <dl className="facts">
          <dt>{row.outcome}</dt>
          <dd>
            {`${overtaken ? row.ofItsVersion : outcome} `}
            <span className="caption">{`(${[indication, subIndication].filter(Boolean).join(' / ')})`}</span>
          </dd>
          {kind === 'timestamp' || indication === 'TOTAL-FAILED' ? null : (
            <>
              <dt>{row.level}</dt>
              <dd>{level === null ? row.noLevel : `${level}, ${words.levels[level]}`}</dd>
            </>
          )}
          <dt>{row.stamp}</dt>
          <dd>
            {signedAt === null ? (
              row.noStamp
            ) : (
              <>
                {`${row.stampedBy(momentText(signedAt, language.locale))} `}
                <bdi>{signature.timestampedBy ?? words.unknownSigner}</bdi>
                {confirmed ? null : `, ${row.unconfirmed}`}
              </>
            )}
          </dd>
          {signedAt === null && claimedAt !== null ? (
            <>
              <dt>{row.claimed}</dt>
              <dd>{row.claimedText(momentText(claimedAt, language.locale))}</dd>
            </>
          ) : null}
          <dt>{row.issuer}</dt>
          <dd>
            {signature.issuer === null ? (
              row.noIssuer
            ) : (
              <>
                {`${row.issuedBy} `}
                <bdi>{signature.issuer}</bdi>
                {`, ${signature.anchored ? row.anchored : row.foreign}`}
              </>
            )}
          </dd>
          {signature.certificateSerial === null ? null : (
            <>
              <dt>{row.serial}</dt>
              <dd className="code">{signature.certificateSerial}</dd>
            </>
          )}
          <dt>{row.version}</dt>
          <dd>{row.versionOf(signature.revision, verification.revisions)}</dd>
          {since !== null || !signature.digestOk ? null : (
            <>
              <dt>{row.after}</dt>
              <dd>{later.length === 0 ? row.nothing : row.only(addedText(later, words))}</dd>
            </>
          )}
          {found.size === 0 ? null : (
            <>
              <dt>{bad ? row.found : row.noted}</dt>
              <dd>
                <ul>
                  {[...found].map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}

/**
 * Whether what came after a signature contradicts it, or is merely not forbidden, as the verdict tells them apart.
 * What is wrong with the file as a whole, data behind its end for example, came after its signatures.
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
