/** Determines whose statistics a caller sees. */
import { type Actor, dealersWithin } from '../access.ts';

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
 * @param asked the legal entity the caller chose; null: none chosen.
 * @param entityOf the legal entity of each of the caller's known dealers.
 */
export function statisticsScope(
  actor: Actor,
  asked: string | null,
  entityOf: ReadonlyMap<string, string>,
): StatisticsScope {
  const choice = dealersWithin(actor, 'statistics.chooseLegalEntity');
  if (choice === null) return asked === null ? { kind: 'all' } : { kind: 'one', legalEntity: asked };
  const first = firstLegalEntity(actor, entityOf);
  const wanted = asked ?? first;
  if (wanted === null) return ABSENT;
  const own = choice.map((hst) => entityOf.get(hst));
  return wanted === first || own.includes(wanted) ? { kind: 'one', legalEntity: wanted } : ABSENT;
}
