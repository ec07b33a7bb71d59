/** Whose figures and documents the dashboard begins with (specification §2, P-4). Pure but for what this tab keeps. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { firstLegalEntity } from '#domain/statistics/choice.ts';
import type { Account } from '../../api/shapes.ts';
import { draftKey, readDraft } from '../../connected/form/stored-draft.ts';
import { paths } from '../../paths.ts';

/** Name under which the choice is kept. */
export const KEPT = 'dashboard';
export type Kept = { legalEntity: string };

/** The parameter of the dashboard's address that names the chosen legal entity. */
export const ENTITY_PARAM = 'legalEntity';

/** What the dashboard's address names; null elsewhere, and where it names none. */
const addressedEntity = (): string | null =>
  location.pathname === paths.dashboard ? new URLSearchParams(location.search).get(ENTITY_PARAM) : null;

/** What stands there when the page opens: named by the address or chosen earlier in this tab, by whoever may choose. */
export function chosenBefore(account: Account): string | null {
  if (!mayEver(account, 'statistics.chooseLegalEntity').ok) return null;
  return (
    addressedEntity() ?? readDraft<Kept>(sessionStorage, draftKey(account.login, KEPT))?.values.legalEntity ?? null
  );
}

/** As `chosenBefore`, else the one of the first dealer. */
export function standingChoice(account: Account, dealers: readonly Dealer[]): string | null {
  const entityOf = new Map(dealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  return chosenBefore(account) ?? firstLegalEntity(account, entityOf);
}
