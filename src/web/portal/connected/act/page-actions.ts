/** The actions of the open page on its record: registered by its buttons and listed by Ctrl-K, so that both do the same. */
import { useEffect, useId } from 'react';
import type { RowMenuItem } from '../../ui/row-menu.tsx';
import { makeSharedState } from './shared-state.ts';

export type PageAction = Extract<RowMenuItem, { onClick: () => void }>;

const sources = new Map<string, { actions: readonly PageAction[]; rank: number }>();

/** All actions, in menu order; null or empty on a page without any. */
export const pageActions = makeSharedState<readonly PageAction[]>();

const notifyListeners = (): void =>
  pageActions.set([...sources.values()].sort((a, b) => a.rank - b.rank).flatMap(({ actions }) => actions));

/** @param rank position among the actions of the page's other parts: the lowest first. */
export function usePageActions(actions: readonly PageAction[], rank = 0): void {
  const source = useId();
  // After each render, because labels, reasons and handlers may have changed.
  useEffect(() => {
    sources.set(source, { actions, rank });
    notifyListeners();
  });
  useEffect(
    () => () => {
      sources.delete(source);
      notifyListeners();
    },
    [source],
  );
}
