/** Decides which legal entity the dashboard starts with. Pure, except for the tab's storage. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { firstLegalEntity } from '#domain/statistics/statistics-scope.ts';
import type { Account } from '../../api/answer-types.ts';
import { draftKey, readDraft } from '../../connected/form/stored-draft.ts';
import { paths } from '../../paths.ts';

/** Storage key of the choice. */
export const DRAFT = 'dashboard';
export type Choice = { legalEntity: string };

/** Query parameter with the chosen legal entity. */
export const ENTITY_PARAM = 'legalEntity';

/** The legal entity in the dashboard's address; null on other pages, or when the parameter is missing. */
const addressedEntity = (): string | null =>
  location.pathname === paths.dashboard ? new URLSearchParams(location.search).get(ENTITY_PARAM) : null;

/** The initial choice for users who may choose: from the address, or made earlier in this tab. */
export function explicitChoice(account: Account): string | null {
  if (!mayEver(account, 'statistics.chooseLegalEntity').ok) return null;
  return (
    addressedEntity() ?? readDraft<Choice>(sessionStorage, draftKey(account.login, DRAFT))?.values.legalEntity ?? null
  );
}

/** Like `explicitChoice`, otherwise the legal entity of the first dealer. */
export function initialChoice(account: Account, dealers: readonly Dealer[]): string | null {
  const entityOf = new Map(dealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  return explicitChoice(account) ?? firstLegalEntity(account, entityOf);
}
