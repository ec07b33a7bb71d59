/** One of several is chosen already: the only one there is, else the one chosen last on this computer. */
import { useEffect, useEffectEvent, useRef } from 'react';

interface Proposal {
  /** What is chosen, and where: each has a last choice of its own. */
  of: readonly unknown[];
  /** Ids to choose from; undefined while they are asked for, or where nothing is to be proposed. */
  ids: readonly number[] | undefined;
  isChosen: boolean;
  choose: (id: number) => void;
}

/** @returns keeps the id that was chosen. */
export function useProposedChoice({ of, ids, isChosen, choose }: Proposal): (id: number) => void {
  const key = ['fascicolo.chosen', ...of].join('.');
  // What is taken out again is not put back.
  const isProposed = useRef(false);
  const propose = useEffectEvent((offered: readonly number[]) => {
    if (isProposed.current) return;
    isProposed.current = true;
    const kept = Number(localStorage.getItem(key));
    const proposed = offered.length === 1 ? offered[0] : offered.find((id) => id === kept);
    if (!isChosen && proposed !== undefined) choose(proposed);
  });
  const isReady = ids !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to choose from
  useEffect(() => {
    if (ids) propose(ids);
  }, [isReady]);
  return (id) => localStorage.setItem(key, String(id));
}
