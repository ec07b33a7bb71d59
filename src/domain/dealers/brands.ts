/** Brands and dealers; without the schema library, so that the first page stays small. */

export const BRANDS = ['bmw', 'bmwi', 'mini', 'moto'] as const;
export type Brand = (typeof BRANDS)[number];

/** A dealer as described by the tools service; `tipo_*` is the mandate of a brand (C, F, S, O or '-'). */
export interface Dealer {
  hst2011: string;
  name: string;
  nome_commerciale: string;
  ragione_sociale: string;
  indirizzo: string;
  citta: string;
  provincia: string;
  legal_entity: string;
  tipo_auto: string;
  tipo_bmwi: string;
  tipo_mini: string;
  tipo_moto: string;
}

export const DEALER_FIELDS = [
  'hst2011',
  'name',
  'nome_commerciale',
  'ragione_sociale',
  'indirizzo',
  'citta',
  'provincia',
  'legal_entity',
  'tipo_auto',
  'tipo_bmwi',
  'tipo_mini',
  'tipo_moto',
] as const satisfies readonly (keyof Dealer)[];

export const TYPE_FIELD_OF_BRAND = {
  bmw: 'tipo_auto',
  bmwi: 'tipo_bmwi',
  mini: 'tipo_mini',
  moto: 'tipo_moto',
} as const satisfies Record<Brand, keyof Dealer>;

/** A brand is handled when its mandate is C, F, S or O. */
export function handlesBrand(dealer: Dealer, brand: Brand): boolean {
  return ['C', 'F', 'S', 'O'].includes(dealer[TYPE_FIELD_OF_BRAND[brand]]);
}

/** O or '-' in all brands: such a dealer searches customers only in its DMS. */
export function searchesDmsOnly(dealer: Dealer): boolean {
  return BRANDS.every((brand) => !['C', 'F', 'S'].includes(dealer[TYPE_FIELD_OF_BRAND[brand]]));
}
