/** The result of checking the signed file: plain words first, codes in the technical details. */
import {
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconFingerprint,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { explanationOf } from '#formats/verify/explanation.ts';
import { problemText } from '#formats/verify/problems.ts';
import type { Validation } from '../../api/answer-types.ts';
import { validationQuery } from '../../api/queries/signing.ts';
import { Chip } from '../../connected/chip.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { useCopy } from '../../entities/documents/use-document-mutations.ts';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import classes from './side-cards.module.css';

export function ValidityCard(props: { documentId: number; signedDocumentId: number }) {
  const { t } = useTranslation();
  const validation = useQuery(validationQuery(props.documentId, props.signedDocumentId));
  const verdict = validation.data ? verdictOf(validation.data) : null;
  return (
    <Card
      title={t('document.validity.title')}
      aside={
        verdict ? (
          <Chip
            tone={verdict === 'valid' ? 'good' : verdict === 'unclear' ? 'waiting' : 'bad'}
            icon={verdict === 'invalid' ? IconShieldX : IconShieldCheck}
          >
            {t(`document.validity.${verdict}`)}
          </Chip>
        ) : null
      }
    >
      <QueryFailure query={validation} />
      {validation.isPending ? <SkeletonRows rows={3} /> : null}
      {validation.isSuccess ? <ValidationResult validation={validation.data} /> : null}
    </Card>
  );
}

/** Altered bytes are invalid; intact bytes with a signature that did not fully pass are unclear. */
export function verdictOf(validation: Validation): 'valid' | 'unclear' | 'invalid' {
  const { signatures } = validation;
  const failed = signatures.some((signature) => signature.indication === 'TOTAL-FAILED');
  if (!validation.intact || failed) return 'invalid';
  const passed = signatures.length > 0 && signatures.every((signature) => signature.indication === 'TOTAL-PASSED');
  return passed ? 'valid' : 'unclear';
}

/**
 * How long the file can be verified, when every signature can be: by the validation data in it, or permanently by a
 * timestamp over everything.
 */
export function verifiabilityOf({ intact, signatures }: Validation): 'longTerm' | 'archived' | null {
  const levels = signatures.filter(({ kind }) => kind !== 'timestamp').map(({ level }) => level);
  if (!intact || levels.length === 0) return null;
  if (levels.every((level) => level === 'B-LTA')) return 'archived';
  return levels.every((level) => level === 'B-LT' || level === 'B-LTA') ? 'longTerm' : null;
}

function ValidationResult(props: { validation: Validation }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'en' ? 'en' : 'it';
  const { validation } = props;
  const { signatures, sha256 } = validation;
  const people = signatures.filter((signature) => signature.kind === 'signature');
  const passed = people.filter((signature) => signature.indication === 'TOTAL-PASSED').length;
  const seals = signatures.filter((signature) => signature.kind === 'seal');
  const sealed = seals.length > 0 && seals.every((seal) => seal.indication === 'TOTAL-PASSED');
  const levels = [...new Set(signatures.map((signature) => signature.level).filter((level) => level !== null))];
  const counted = t('document.validity.passed', { count: passed, total: people.length });
  const timed = signatures.filter((signature) => signature.signedAt !== null).length;
  const lasting = verifiabilityOf(validation);
  const copy = useCopy();
  return (
    <>
      <ul className={classes.checks}>
        <CheckLine
          good={validation.intact}
          text={validation.intact ? t('document.validity.intact') : t('document.validity.changed')}
        />
        <CheckLine
          good={passed === people.length && passed > 0 && (seals.length === 0 || sealed)}
          text={sealed ? `${counted}, ${t('document.validity.sealed')}` : counted}
          aside={levels.map((level) => (level.startsWith('PAdES') ? level : `PAdES ${level}`)).join(', ')}
        />
        <CheckLine
          good={timed === signatures.length && timed > 0}
          text={t('document.validity.timed', { count: timed })}
          aside="RFC 3161"
        />
        {lasting === null ? null : <CheckLine good text={t(`document.validity.${lasting}`)} />}
      </ul>
      <div className={classes.hash}>
        <IconFingerprint size={16} stroke={1.8} aria-hidden="true" />
        <span className="code">
          SHA-256 {sha256.slice(0, 4)} {sha256.slice(4, 8)} {sha256.slice(8, 12)} … {sha256.slice(-8, -4)}{' '}
          {sha256.slice(-4)}
        </span>
        <button
          type="button"
          className={classes.copy}
          aria-label={t('document.validity.copyHash')}
          onClick={() => copy(sha256, { title: t('document.validity.hashCopied') })}
        >
          <IconCopy size={16} stroke={1.8} />
        </button>
      </div>
      <details className={classes.details}>
        <summary>{t('document.validity.details')}</summary>
        <ol>
          {signatures.map((signature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: signatures never change order
            <li key={index} className={classes.detail}>
              <span className={classes.signerName}>{signature.signer ?? '–'}</span>
              <span className={`${classes.caption} num`}>
                {t(`document.validity.kind.${signature.kind}`)} · {formatDateTime(signature.signedAt)}
              </span>
              <span className={classes.caption}>{explanationOf(signature, language)}</span>
              {[...new Set(signature.changesAfter.map((change) => problemText(change, language)))].map((sentence) => (
                <span key={sentence} className={classes.caption}>
                  {sentence}
                </span>
              ))}
              <span className={`${classes.caption} code`}>
                {[signature.indication, signature.subIndication, signature.level].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </details>
      <a className={`${classes.textButton} ${classes.checkLink}`} href={paths.verify} target="_blank" rel="noreferrer">
        {t('document.validity.check')}
      </a>
    </>
  );
}

function CheckLine(props: { good: boolean; text: string; aside?: string }) {
  const Icon = props.good ? IconCircleCheck : IconCircleX;
  return (
    <li className={classes.check}>
      <span className={classes.checkIcon} data-good={props.good || undefined} aria-hidden="true">
        <Icon size={16} stroke={1.9} />
      </span>
      <span>{props.text}</span>
      {props.aside ? <span className={classes.checkAside}>{props.aside}</span> : null}
    </li>
  );
}
