/** Who is proposed to sign for the dealer in a role: the only person who may, else the one chosen last on this computer (P-6). */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Role } from '#domain/identity/roles.ts';
import type { SigningPlace, StaffRole } from '#domain/signing/staff-signers.ts';
import { useSession } from '../api/session.tsx';

interface Proposal {
  role: Role | StaffRole;
  place: Partial<SigningPlace>;
  /** Ids of the people who may be chosen; undefined while they are asked for, or where nobody is to be proposed. */
  people: readonly number[] | undefined;
  /** Somebody is chosen. */
  isChosen: boolean;
  choose: (id: number) => void;
}

/** @returns keeps the id of somebody who was chosen; names are not kept. */
export function useProposedColleague({ role, place, people, isChosen, choose }: Proposal): (id: number) => void {
  const { account } = useSession();
  const key = ['fascicolo.signer', account.id, role, place.hst, place.brand, place.folderType].join('.');
  // Somebody who is taken out again is not put back.
  const isProposed = useRef(false);
  const propose = useEffectEvent((ids: readonly number[]) => {
    if (isProposed.current) return;
    isProposed.current = true;
    const kept = Number(localStorage.getItem(key));
    const proposed = ids.length === 1 ? ids[0] : ids.find((id) => id === kept);
    if (!isChosen && proposed !== undefined) choose(proposed);
  });
  const ready = people !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the people are there
  useEffect(() => {
    if (people) propose(people);
  }, [ready]);
  return (id) => localStorage.setItem(key, String(id));
}
