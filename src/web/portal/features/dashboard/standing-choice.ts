/** Whose figures and documents the dashboard begins with (specification §2, P-4). Pure but for what this tab keeps. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { firstLegalEntity } from '#domain/statistics/choice.ts';
import type { Account } from '../../api/shapes.ts';
import { readDraft } from '../../ui/form/stored-draft.ts';

/** Name under which the choice is kept. */
export const KEPT = 'dashboard';
export type Kept = { legalEntity: string };

/** What stands there when the page opens: chosen earlier in this tab by whoever may choose, else the one of the first dealer. */
export function standingChoice(account: Account, dealers: readonly Dealer[]): string | null {
  const mayChoose = mayEver(account, 'statistics.chooseLegalEntity').ok;
  const kept = mayChoose ? readDraft<Kept>(sessionStorage, account.login, KEPT) : null;
  const entityOf = new Map(dealers.map((dealer) => [dealer.hst2011, dealer.legal_entity]));
  return kept?.values.legalEntity ?? firstLegalEntity(account, entityOf);
}
