/** Whose figures a caller is shown (P-4 "choose any legal entity", specification §2 "Dashboard"). */
import { type Actor, dealersWithin } from '../access.ts';

/** One legal entity, all of them together, or none that the caller may see. */
export type StatisticsScope =
  | { readonly kind: 'one'; readonly legalEntity: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'absent' };

const ABSENT: StatisticsScope = { kind: 'absent' };

/**
 * @param asked the legal entity the caller names; null: its own choice is not made.
 * @param entityOf the legal entity of each of the caller's dealers that is known.
 */
export function statisticsScope(
  actor: Actor,
  asked: string | null,
  entityOf: ReadonlyMap<string, string>,
): StatisticsScope {
  const choice = dealersWithin(actor, 'statistics.chooseLegalEntity');
  if (choice === null) return asked === null ? { kind: 'all' } : { kind: 'one', legalEntity: asked };
  const [firstDealer] = actor.hstList;
  const first = firstDealer === undefined ? undefined : entityOf.get(firstDealer);
  const wanted = asked ?? first;
  if (wanted === undefined) return ABSENT;
  const own = choice.map((hst) => entityOf.get(hst));
  return wanted === first || own.includes(wanted) ? { kind: 'one', legalEntity: wanted } : ABSENT;
}
