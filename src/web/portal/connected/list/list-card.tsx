/** A list as a card on another page, with its row count. */
import type { ReactNode } from 'react';
import { formatCount } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Count } from '../chip.tsx';
import { ListBody, type ListBodyProps } from './list-body.tsx';

/** @param props.total row count in the heading, where it differs from that of the list. */
export function ListCard<T>(
  props: Omit<ListBodyProps<T>, 'apart'> & { total?: number | undefined; aside?: ReactNode },
) {
  const { total = props.query.data?.total } = props;
  return (
    <Card
      flush
      title={props.label}
      count={total === undefined ? null : <Count>{formatCount(total)}</Count>}
      aside={props.aside}
    >
      <ListBody {...props} />
    </Card>
  );
}
