/**
 * Decides which legal entity's figures and documents the dashboard shows: the chosen one for users who may choose,
 * otherwise the first dealer's.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { mayEver, visibleDealers } from '#domain/access.ts';
import { firstLegalEntity } from '#domain/statistics/statistics-scope.ts';
import { legalEntitiesQuery } from '../../api/queries/statistics.ts';
import { useSession } from '../../api/session.tsx';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { type Choice, DRAFT, ENTITY_PARAM, explicitChoice } from './initial-choice.ts';

export interface LegalEntityChoice {
  /** Code; null when nothing is chosen or the first dealer is unknown. */
  legalEntity: string | null;
  /** The code explicitly chosen; null when none is. */
  chosen: string | null;
  /** Display name; null while unknown. */
  name: string | null;
  /** The choices, even when there is only one; null for users who may not choose. */
  choices: readonly { value: string; label: string }[] | null;
  /** Whether "none" is allowed: administrators and the national organisation see all legal entities together. */
  clearable: boolean;
  failure: { error: unknown; retry: () => void } | null;
  /** The choices are loading. */
  isLoading: boolean;
  choose: (legalEntity: string | null) => void;
  /** Focuses the field, even while it is still loading; `asked` counts the requests. */
  ask: () => void;
  asked: number;
}

export function useLegalEntity(): LegalEntityChoice {
  const { account, ownDealers } = useSession();
  const mayChoose = mayEver(account, 'statistics.chooseLegalEntity').ok;
  const clearable = mayChoose && visibleDealers(account, 'statistics.chooseLegalEntity') === null;
  const listed = useQuery({ ...legalEntitiesQuery, enabled: mayChoose });
  const { keep, forget } = useFormDraft<Choice>(DRAFT, sessionStorage);
  const [chosen, setChosen] = useState(() => explicitChoice(account));
  const [asked, setAsked] = useState(0);

  const entityOf = new Map(ownDealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  const choices = listed.data?.map(({ legalEntity, name }) => ({ value: legalEntity, label: name })) ?? null;
  const isUnavailable = choices !== null && !choices.some(({ value }) => value === chosen);
  const first = firstLegalEntity(account, entityOf);
  const validChoice = isUnavailable ? null : chosen;
  const legalEntity = validChoice ?? first;
  useEntityInAddress(validChoice);
  const dealer = ownDealers.find((entry) => entry.legal_entity === legalEntity);
  const name = choices?.find(({ value }) => value === legalEntity)?.label ?? dealer?.ragione_sociale ?? legalEntity;
  return {
    legalEntity,
    chosen: validChoice,
    name,
    choices: clearable || choices?.length ? choices : null,
    clearable,
    failure: listed.isError ? { error: listed.error, retry: () => void listed.refetch() } : null,
    isLoading: mayChoose && listed.isPending,
    ask: () => setAsked((before) => before + 1),
    asked,
    choose: (next) => {
      setChosen(next);
      if (next === null) forget();
      else keep({ legalEntity: next });
    },
  };
}

/** Keeps the chosen legal entity in the address, so that a link, a reload and Back show the same figures. */
function useEntityInAddress(chosen: string | null): void {
  const navigate = useNavigate();
  const { [ENTITY_PARAM]: addressed } = useLocation().search as Record<string, unknown>;
  useEffect(() => {
    if ((addressed ?? null) === chosen) return;
    void navigate({
      to: '.',
      // Addresses are plain strings here (paths.ts), so the router does not type their parameters.
      search: ((before: object) => ({ ...before, [ENTITY_PARAM]: chosen ?? undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  }, [addressed, chosen, navigate]);
}
