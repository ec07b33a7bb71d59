/** Selects the dealer that forms preselect. Pure. */
import { type Actor, prefersServiceDealer } from '../access.ts';
import { BRANDS, type Brand, type Dealer, TYPE_FIELD_OF_BRAND } from './brands.ts';

/** A dealer with a service mandate for service roles, with a sales mandate for the others; for one brand, or any. */
export function preselectedDealer(
  actor: Pick<Actor, 'authorities'>,
  dealers: readonly Dealer[],
  brand?: Brand,
): Dealer | undefined {
  const mandates = prefersServiceDealer(actor) ? ['S'] : ['C', 'F'];
  const brands = brand === undefined ? BRANDS : [brand];
  return (
    dealers.find((dealer) => brands.some((one) => mandates.includes(dealer[TYPE_FIELD_OF_BRAND[one]]))) ?? dealers[0]
  );
}
