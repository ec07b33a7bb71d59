/** The documents being read together: which is shown, which are confirmed, and why others cannot be signed here. */
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../../connected/failure-note.tsx';
import { paths } from '../../../paths.ts';
import { SmallButton } from '../../../ui/small-button.ts';
import own from '../own-signature.module.css';
import { Step } from '../steps.tsx';
import { type Act, customerOf, type Paper, standingOf } from './papers-to-sign.ts';
import classes from './several.module.css';
import type { Failures } from './use-sign-all.ts';

export interface DocumentListProps {
  acts: readonly Act[];
  papers: readonly Paper[];
  leftOut: readonly Paper[];
  failures: Failures;
  /** Key of the document shown. */
  current: string | undefined;
  onShow: (key: string) => void;
  onTakeIn: (act: number) => void;
}

export function DocumentList(props: DocumentListProps) {
  const { t } = useTranslation();
  const { acts, papers, leftOut, failures, current, onShow, onTakeIn } = props;
  const done = papers.filter((paper) => paper.done).length;
  const notOpen = acts.filter((act) => standingOf(act) !== 'open');
  const list = (
    <ul className={classes.documents} aria-label={t('ownSignature.several.documents')}>
      {papers.map((paper, index) => (
        <li key={paper.key}>
          <button
            type="button"
            className={classes.document}
            aria-current={paper.key === current || undefined}
            onClick={() => onShow(paper.key)}
          >
            <Mark done={paper.done}>{index + 1}</Mark>
            <NamedDocument document={paper.document} customer={customerOf(paper.signature)}>
              {t(paper.done ? 'ownSignature.several.confirmed' : 'ownSignature.unread')}
            </NamedDocument>
          </button>
          <Failure failure={failures.get(paper.act)} />
        </li>
      ))}
      {leftOut.map((paper) => (
        <li key={paper.key} className={classes.document}>
          <Mark>–</Mark>
          <NamedDocument document={paper.document} customer={customerOf(paper.signature)}>
            {t('ownSignature.several.leftOut')}
          </NamedDocument>
          <OwnPage act={paper.act} document={paper.document} />
          <SmallButton onClick={() => onTakeIn(paper.act)}>{t('ownSignature.several.takeIn')}</SmallButton>
        </li>
      ))}
      {notOpen.map((act) => (
        <SettledSignature key={act.id} act={act} />
      ))}
    </ul>
  );
  if (papers.length === 0) return list;
  return (
    <ol className="stack">
      <Step number={1} done={done === papers.length} title={t('ownSignature.several.read')}>
        <span>{t('ownSignature.several.progress', { done, number: papers.length })}</span>
        {list}
      </Step>
    </ol>
  );
}

function NamedDocument(props: { document: { id: number; label: string }; customer: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { id, label } = props.document;
  return (
    <span className={classes.named}>
      <span className={own.name}>{t('ownSignature.document', { document: label, id })}</span>
      <span className="caption">
        {props.customer} · {props.children}
      </span>
    </span>
  );
}

function Mark({ done, children }: { done?: boolean; children: ReactNode }) {
  return (
    <span className={own.number} data-done={done || undefined} aria-hidden="true">
      {done ? <IconCheck size={14} stroke={2.4} /> : children}
    </span>
  );
}

/** A document that is signed, or that cannot be signed now, with the reason. */
function SettledSignature({ act }: { act: Act }) {
  const { t } = useTranslation();
  const standing = standingOf(act);
  if (standing === 'open') return null;
  const words = t(`ownSignature.several.standing.${standing}`);
  if (act.signature === undefined) {
    return (
      <li className={classes.document}>
        <Mark>–</Mark>
        <span className={classes.named}>
          <span className={own.name}>{t('document.crumb', { id: act.id })}</span>
          <span className="caption">{words}</span>
          {standing === 'failed' ? <Failure failure={act.failure} /> : null}
        </span>
      </li>
    );
  }
  const customer = customerOf(act.signature);
  return act.signature.documents.map((document) => (
    <li key={document.id} className={classes.document}>
      <Mark done={standing === 'signed'}>–</Mark>
      <NamedDocument document={document} customer={customer}>
        {words}
      </NamedDocument>
      <OwnPage act={act.id} document={document} />
    </li>
  ));
}

/** Link to the page where it is signed separately or declined. */
function OwnPage(props: { act: number; document: { id: number; label: string } }) {
  const { t } = useTranslation();
  const { id, label } = props.document;
  return (
    <Link className={classes.open} to={paths.ownSignature(props.act)}>
      {t('actions.open')}
      <span className="sr-only">{` ${t('ownSignature.document', { document: label, id })}`}</span>
    </Link>
  );
}

function Failure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  const { title, lines } = describeFailure(t, failure);
  return (
    <p className={classes.failure} role="alert">
      {lines.length > 0 ? lines.join(' ') : title}
    </p>
  );
}
