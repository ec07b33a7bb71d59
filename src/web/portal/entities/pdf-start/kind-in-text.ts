/** Guesses brand, document type and dealer from the words of a PDF and its chassis number; the user can correct the result. Pure. */
import type { Brand, Dealer } from '#domain/dealers/brands.ts';

/** World manufacturer identifiers (ISO 3780) of the brands. */
const MAKERS: Readonly<Record<string, Brand>> = {
  ...{ WBA: 'bmw', WBS: 'bmw', WBX: 'bmw', WBY: 'bmwi', WMW: 'mini' },
  ...{ '4US': 'bmw', '5UX': 'bmw', '5UM': 'bmw', '5YM': 'bmw', WB1: 'moto', WB3: 'moto' },
};

/** The brand of the chassis number, otherwise the only brand in the text. */
export function brandIn(text: string, vin: string | null): Brand | null {
  const built = vin === null ? undefined : MAKERS[vin.slice(0, 3)];
  if (built) return built;
  if (/\bBMW\s+Motorrad\b|\bmotociclo\b/i.test(text)) return 'moto';
  const bmw = /\bBMW\b/.test(text);
  const mini = /\bMINI\b/.test(text);
  return bmw === mini ? null : bmw ? 'bmw' : 'mini';
}

/** Titles of a dealer's papers; the first one in the text wins. */
const TITLES: readonly (readonly [types: readonly string[], title: RegExp])[] = [
  [['SERVICE_ODL'], /\bordine di (?:lavoro|riparazione)\b/i],
  [['SERVICE_VAB'], /\bverbale di accettazione\b/i],
  [['SERVICE_RICONSEGNA'], /\briconsegna\b/i],
  [['SALE_NEW_ACCEPTANCE'], /\baccettazione (?:della )?proposta\b/i],
  [['SALE_USED_PROPOSAL_PLUS'], /\bproposta (?:d[’']acquisto )?usato plus\b/i],
  [['SALE_NEW_PROPOSAL', 'SALE_USED_PROPOSAL'], /\bproposta\b/i],
  [['SALE_NEW_RFO', 'SALE_USED_RFO'], /\bpreventivo\b/i],
  [['SALE_USED_CONTRACT'], /\bcontratto\b/i],
];
/** A part-exchange car is used too: only these words refer to the car being sold. */
const USED =
  /\b(?:auto|autovettura|veicolo|vettura|motociclo|proposta|preventivo|contratto)(?: \p{L}+){0,2} usat[oa]\b/iu;

/** The type whose title is first in the text, among those of new or of used vehicles. */
export function documentTypeIn(text: string): string | null {
  const titled = TITLES.flatMap(([types, title]) => {
    const at = text.search(title);
    return at < 0 ? [] : [{ at, types }];
  }).toSorted((a, b) => a.at - b.at)[0];
  if (!titled) return null;
  const ofUsed = (slug: string) => slug.startsWith('SALE_USED');
  const used = USED.test(text);
  return titled.types.find((slug) => ofUsed(slug) === used) ?? titled.types[0] ?? null;
}

/** The only dealer found in the text, by its code or one of its names. */
export function dealerIn(text: string, dealers: readonly Dealer[]): Dealer | null {
  const words = text.toLowerCase();
  const names = ({ name, nome_commerciale, ragione_sociale }: Dealer) => [name, nome_commerciale, ragione_sociale];
  const coded = (code: string) => new RegExp(`\\b(?:HST|concessionari[ao])\\D{0,12}${code}\\b`, 'i').test(text);
  const named = dealers.filter(
    (dealer) =>
      coded(dealer.hst2011) || names(dealer).some((name) => name.length > 3 && words.includes(name.toLowerCase())),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}
