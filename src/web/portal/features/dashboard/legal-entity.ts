/** Whose figures and documents the dashboard shows: chosen by those who may, else the first dealer's (specification §2, P-4). */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dealersWithin, mayEver } from '#domain/access.ts';
import { firstLegalEntity } from '#domain/statistics/choice.ts';
import { legalEntitiesQuery } from '../../api/queries/statistics.ts';
import { useSession } from '../../api/session.tsx';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { chosenBefore, ENTITY_PARAM, KEPT, type Kept } from './standing-choice.ts';

export interface LegalEntityChoice {
  /** Code; null: nothing is chosen, or nobody knows the first dealer. */
  legalEntity: string | null;
  /** The code that was chosen by whoever may choose; null: nothing is. */
  chosen: string | null;
  /** What it is called; null while unknown. */
  name: string | null;
  /** What there is to choose from, also when it is but one (specification §2); null for whoever may not choose. */
  choices: readonly { value: string; label: string }[] | null;
  /** May be without any: administrators and the national organisation see all of them together. */
  clearable: boolean;
  failure: { error: unknown; retry: () => void } | null;
  /** What there is to choose from is on its way. */
  coming: boolean;
  choose: (legalEntity: string | null) => void;
  /** Leads to the field, also to one that is still being fetched; `asked` counts how often. */
  ask: () => void;
  asked: number;
}

export function useLegalEntity(): LegalEntityChoice {
  const { account, ownDealers } = useSession();
  const mayChoose = mayEver(account, 'statistics.chooseLegalEntity').ok;
  const clearable = mayChoose && dealersWithin(account, 'statistics.chooseLegalEntity') === null;
  const listed = useQuery({ ...legalEntitiesQuery, enabled: mayChoose });
  const { keep, forget } = useFormDraft<Kept>(KEPT, sessionStorage);
  const [chosen, setChosen] = useState(() => chosenBefore(account));
  const [asked, setAsked] = useState(0);

  const entityOf = new Map(ownDealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  const choices = listed.data?.map(({ legalEntity, name }) => ({ value: legalEntity, label: name })) ?? null;
  const gone = choices !== null && !choices.some(({ value }) => value === chosen);
  const first = firstLegalEntity(account, entityOf);
  const standing = gone ? null : chosen;
  const legalEntity = standing ?? first;
  useAddressed(standing);
  const dealer = ownDealers.find((entry) => entry.legal_entity === legalEntity);
  const name = choices?.find(({ value }) => value === legalEntity)?.label ?? dealer?.ragione_sociale ?? legalEntity;
  return {
    legalEntity,
    chosen: standing,
    name,
    choices: clearable || choices?.length ? choices : null,
    clearable,
    failure: listed.isError ? { error: listed.error, retry: () => void listed.refetch() } : null,
    coming: mayChoose && listed.isPending,
    ask: () => setAsked((before) => before + 1),
    asked,
    choose: (next) => {
      setChosen(next);
      if (next === null) forget();
      else keep({ legalEntity: next });
    },
  };
}

/** Keeps the chosen legal entity in the address: a link, a reload and Back show the same figures. */
function useAddressed(chosen: string | null): void {
  const navigate = useNavigate();
  const { [ENTITY_PARAM]: addressed } = useLocation().search as Record<string, unknown>;
  useEffect(() => {
    if ((addressed ?? null) === chosen) return;
    void navigate({
      to: '.',
      // Addresses are plain text here (paths.ts): the router knows no parameters of theirs.
      search: ((before: object) => ({ ...before, [ENTITY_PARAM]: chosen ?? undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  }, [addressed, chosen, navigate]);
}
