/** A button of the page that Ctrl-K offers too. */
import type { ComponentProps } from 'react';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { usePageActions } from './page-actions.ts';

type Props = Omit<ComponentProps<typeof ReasonButton>, 'children' | 'onClick'> & {
  /** Its rank among the page's actions; null when not offered elsewhere. */
  rank: number | null;
  onClick: () => void;
  children: string;
};

export function OfferedButton({ rank, ...props }: Props) {
  const { children: text, leftSection: icon, reason, loading: busy = false, onClick } = props;
  usePageActions(rank === null ? [] : [{ text, icon, reason, busy, onClick }], rank ?? 0);
  return <ReasonButton {...props} />;
}
