/** Shows a failed call in the page's red note: the support reference, in the demo the stack, and a retry button. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiFailure, type FailureText, failureText, joinSentences } from '../api/failure.ts';
import { counted } from '../text/numbers.ts';
import { Note, SkeletonRows } from '../ui/card.tsx';
import { SmallButton } from '../ui/small-button.ts';
import classes from './failure-note.module.css';
import { fieldLabel } from './labels.ts';

/** @param retry `itself`: a read, which is repeated automatically as soon as there is a network. */
export function describeFailure(t: TFunction, failure: unknown, retry: 'byHand' | 'itself' = 'byHand'): FailureText {
  const text = failureText(failure, {
    generic: t('failure.generic'),
    validation: t('failure.validation'),
    server: t('failure.server'),
    forbidden: t('failure.forbidden'),
    absent: t('failure.absent'),
    lost: t('failure.lost'),
    lostDetail: t('failure.lostDetail'),
    unknownField: t('failure.unknownField'),
    fieldLabel: (field) => fieldLabel(t, field),
  });
  if (retry === 'byHand' || text.contact !== 'absent') return text;
  return { ...text, title: t('failure.away'), lines: [t('failure.awayDetail')] };
}

/** The refusal's sentence usually states when to try again; show the seconds when it does not, or only states "soon". */
function withRetryWait(t: TFunction, { lines, retryAfter }: FailureText, busy: boolean) {
  if (retryAfter === null || (lines.length > 0 && !busy)) return { lines, wait: null };
  return { lines: busy ? [t('failure.tooMany')] : lines, wait: t('failure.retryAfter', counted(retryAfter)) };
}

export function RetryButton(props: { onRetry: () => void }) {
  const { t } = useTranslation();
  return <SmallButton onClick={props.onRetry}>{t('actions.retry')}</SmallButton>;
}

/** `onRetry` reloads; `byHand` means there is no automatic reload. `undone`: what was not done, where no toast shows it. */
export function FailureNote(props: { failure: unknown; onRetry?: () => void; byHand?: boolean; undone?: string }) {
  const { t } = useTranslation();
  const told = describeFailure(t, props.failure, props.onRetry && !props.byHand ? 'itself' : 'byHand');
  const text = props.undone && told.contact === 'absent' ? { ...told, title: props.undone, lines: [told.title] } : told;
  // Repeating a refused call is pointless; a server error may have been fixed since.
  const isBroken = props.failure instanceof ApiFailure && props.failure.status >= 500;
  const isRateLimited = props.failure instanceof ApiFailure && props.failure.body.code === 'request.tooMany';
  const { lines, wait } = withRetryWait(t, text, isRateLimited);
  return (
    <Note
      tone="bad"
      // Titles of toasts and pages have no full stop; here a sentence follows.
      title={/[.:!?]$/.test(text.title) ? text.title : `${text.title}.`}
      action={props.onRetry ? <RetryButton onRetry={props.onRetry} /> : undefined}
    >
      {lines.length === 0 && wait === null && isBroken && props.onRetry ? t('failure.retryHint') : joinSentences(lines)}{' '}
      {wait} {text.correlationId ? t('failure.correlation', { id: text.correlationId }) : null}
      {text.stack === null ? null : (
        <details className={classes.stack}>
          <summary>{t('failure.stack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
          <pre tabIndex={0}>{text.stack}</pre>
        </details>
      )}
    </Note>
  );
}

/** The note of a query that failed, also after an earlier answer; otherwise nothing. */
export function QueryFailure(props: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
  /** In a card without padding. */
  padded?: boolean;
}) {
  const { query } = props;
  if (!query.isError) return null;
  const note = <FailureNote failure={query.error} onRetry={() => void query.refetch()} />;
  return props.padded ? <div className="padded">{note}</div> : note;
}

/** In place of a query's answer: empty rows while it loads, or a note when it could not be loaded. */
export function NotLoaded(props: {
  query: Pick<UseQueryResult, 'isLoadingError' | 'isError' | 'error' | 'refetch'>;
  rows: number;
  height?: number;
  label?: string;
  /** In a card without padding. */
  padded?: boolean;
}) {
  const { query, padded, ...skeleton } = props;
  return query.isLoadingError ? (
    <QueryFailure query={query} padded={padded ?? false} />
  ) : (
    <SkeletonRows {...skeleton} />
  );
}
