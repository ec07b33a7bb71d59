/** Preselects a choice: the only one there is, otherwise the last one made on this computer. */
import { useEffect, useEffectEvent, useRef } from 'react';

interface Proposal {
  /** What is chosen, and in which context: each context remembers its own last choice. */
  of: readonly unknown[];
  /** Ids to choose from; undefined while loading, or when nothing is to be proposed. */
  ids: readonly number[] | undefined;
  isChosen: boolean;
  choose: (id: number) => void;
}

/** @returns a function that keeps the chosen id for the next time. */
export function useProposedChoice({ of, ids, isChosen, choose }: Proposal): (id: number) => void {
  const key = ['fascicolo.chosen', ...of].join('.');
  // A choice that the user cleared is not proposed again.
  const isProposed = useRef(false);
  const propose = useEffectEvent((offered: readonly number[]) => {
    if (isProposed.current) return;
    isProposed.current = true;
    const storedId = Number(localStorage.getItem(key));
    const proposed = offered.length === 1 ? offered[0] : offered.find((id) => id === storedId);
    if (!isChosen && proposed !== undefined) choose(proposed);
  });
  const isReady = ids !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there are options
  useEffect(() => {
    if (ids) propose(ids);
  }, [isReady]);
  return (id) => localStorage.setItem(key, String(id));
}
