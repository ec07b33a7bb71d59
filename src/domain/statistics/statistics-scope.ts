/** Determines whose statistics a caller sees. */
import { type Actor, visibleDealers } from '../access.ts';

/** One legal entity, all together, or none visible to the caller. */
export type StatisticsScope =
  | { readonly kind: 'one'; readonly legalEntity: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'absent' };

const ABSENT: StatisticsScope = { kind: 'absent' };

/** The legal entity of the first dealer: the default for users with a dealer code; null if the dealer is unknown. */
export function firstLegalEntity(actor: Pick<Actor, 'hstList'>, entityOf: ReadonlyMap<string, string>): string | null {
  const [firstDealer] = actor.hstList;
  return firstDealer === undefined ? null : (entityOf.get(firstDealer) ?? null);
}

/**
 * @param requested the legal entity the caller chose; null: none chosen.
 * @param entityOf the legal entity of each of the caller's known dealers.
 */
export function statisticsScope(
  actor: Actor,
  requested: string | null,
  entityOf: ReadonlyMap<string, string>,
): StatisticsScope {
  const dealers = visibleDealers(actor, 'statistics.chooseLegalEntity');
  if (dealers === null) return requested === null ? { kind: 'all' } : { kind: 'one', legalEntity: requested };
  const first = firstLegalEntity(actor, entityOf);
  const selected = requested ?? first;
  if (selected === null) return ABSENT;
  const ownEntities = dealers.map((hst) => entityOf.get(hst));
  return selected === first || ownEntities.includes(selected) ? { kind: 'one', legalEntity: selected } : ABSENT;
}
