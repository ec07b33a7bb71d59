/** An action on a customer as somebody sees it: disabled with the reason for who may only read, absent without the right (specification §6). Pure. */
import type { Decision } from '#domain/access.ts';

/** `readonly`: shown, disabled. Null: absent. */
export type Offer = 'possible' | 'readonly' | null;

export function offerOf(decision: Decision): Offer {
  if (decision.ok) return 'possible';
  return decision.reason === 'readonly' ? 'readonly' : null;
}

/** Of several places where it could be done one is enough; read-only only where it is possible in none. */
export function offerOfAny(decisions: readonly Decision[]): Offer {
  const offers = decisions.map(offerOf);
  return offers.find((offer) => offer === 'possible') ?? offers.find((offer) => offer === 'readonly') ?? null;
}
