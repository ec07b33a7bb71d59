/** Decides which legal entity the dashboard starts with. Pure, except for the tab's storage. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { firstLegalEntity } from '#domain/statistics/choice.ts';
import type { Account } from '../../api/shapes.ts';
import { draftKey, readDraft } from '../../connected/form/stored-draft.ts';
import { paths } from '../../paths.ts';

/** Storage key of the choice. */
export const KEPT = 'dashboard';
export type Kept = { legalEntity: string };

/** Query parameter with the chosen legal entity. */
export const ENTITY_PARAM = 'legalEntity';

/** The legal entity in the dashboard's address; null on other pages, or when the parameter is missing. */
const addressedEntity = (): string | null =>
  location.pathname === paths.dashboard ? new URLSearchParams(location.search).get(ENTITY_PARAM) : null;

/** The initial choice for users who may choose: from the address, or made earlier in this tab. */
export function chosenBefore(account: Account): string | null {
  if (!mayEver(account, 'statistics.chooseLegalEntity').ok) return null;
  return (
    addressedEntity() ?? readDraft<Kept>(sessionStorage, draftKey(account.login, KEPT))?.values.legalEntity ?? null
  );
}

/** Like `chosenBefore`, otherwise the legal entity of the first dealer. */
export function standingChoice(account: Account, dealers: readonly Dealer[]): string | null {
  const entityOf = new Map(dealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  return chosenBefore(account) ?? firstLegalEntity(account, entityOf);
}
