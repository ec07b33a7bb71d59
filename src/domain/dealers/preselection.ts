/** Which dealer forms preselect (specification §6, P-4). Pure. */
import { type Actor, prefersServiceDealer } from '../access.ts';
import { BRANDS, type Brand, type Dealer, TYPE_FIELD_OF_BRAND } from './brands.ts';

/** With a service mandate for service roles, with a sales mandate for the others; of one brand, or of any. */
export function preselectedDealer(
  actor: Pick<Actor, 'authorities'>,
  dealers: readonly Dealer[],
  brand?: Brand,
): Dealer | undefined {
  const wanted = prefersServiceDealer(actor) ? ['S'] : ['C', 'F'];
  const brands = brand === undefined ? BRANDS : [brand];
  return (
    dealers.find((dealer) => brands.some((one) => wanted.includes(dealer[TYPE_FIELD_OF_BRAND[one]]))) ?? dealers[0]
  );
}
