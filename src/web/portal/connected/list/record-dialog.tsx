/** Loads a fresh record and shows it in a dialog over its list; handles loading, 404 and errors. */
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SkeletonRows } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../failure-note.tsx';

/** Never shows a cached record: the user must edit the stored one. */
export function RecordDialog<Row, Key extends QueryKey>(props: {
  query: UseQueryOptions<Row, DefaultError, Row, Key>;
  /** Title while the record loads, and when it cannot be loaded. */
  title: string;
  width?: 620 | 760;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}) {
  const row = useQuery({ ...props.query, refetchOnMount: 'always' });
  if (row.data !== undefined && row.isFetchedAfterMount) return props.children(row.data);
  return (
    <Dialog opened title={props.title} width={props.width ?? 620} onClose={props.onClose}>
      {row.isError ? (
        <FailureNote failure={row.error} onRetry={() => void row.refetch()} />
      ) : (
        <SkeletonRows rows={props.width === 760 ? 8 : 5} />
      )}
    </Dialog>
  );
}
