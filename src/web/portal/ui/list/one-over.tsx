/** One row over its list, as it is stored now: loading, gone or failed in a dialog of its own. */
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../card.tsx';
import { Dialog } from '../dialog.tsx';
import { FailureNote } from '../failure-note.tsx';

/** `children` keeps the row it began with: what is typed does not change under the hand. */
export function OneOver<Row, Key extends QueryKey>(props: {
  query: UseQueryOptions<Row, DefaultError, Row, Key>;
  title: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation();
  const row = useQuery({ ...props.query, refetchOnMount: 'always' });
  if (row.data !== undefined && row.isFetchedAfterMount) return props.children(row.data);
  return (
    <Dialog opened title={props.title} width={620} onClose={props.onClose}>
      {row.isError ? (
        <FailureNote failure={row.error} onRetry={() => void row.refetch()} />
      ) : (
        <SkeletonRows rows={5} label={t('loading')} />
      )}
    </Dialog>
  );
}
