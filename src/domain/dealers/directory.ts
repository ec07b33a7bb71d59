/** Validates a dealer directory's response before it replaces the copy: accepted or refused as a whole. */
import { z } from 'zod';
import { optionalText, requiredText } from '../text-schemas.ts';
import { DEALER_FIELDS, type Dealer } from './brands.ts';

/** More dealers than any national network has. */
export const MAX_DEALERS = 10_000;

/** Optional facts in a directory. */
const optionalLine = optionalText().transform((text) => text ?? '');
/** Codes are used in comma-separated lists. */
const code = z.string().regex(/^[\w.-]{1,32}$/);
/** An absent brand equals the dash: not handled. */
const mandate = z
  .nullish(z.union([z.enum(['C', 'F', 'S', 'O', '-']), z.literal('')]))
  .transform((value) => (value ? value : '-'));

const listedDealer = z.object({
  hst2011: code,
  name: requiredText(),
  nome_commerciale: optionalLine,
  ragione_sociale: optionalLine,
  indirizzo: optionalLine,
  citta: optionalLine,
  provincia: optionalLine,
  legal_entity: code,
  tipo_auto: mandate,
  tipo_bmwi: mandate,
  tipo_mini: mandate,
  tipo_moto: mandate,
});

/** The response of a tools service; unknown members are ignored. */
export const dealerListSchema = z
  .object({ concs: z.array(listedDealer).min(1).max(MAX_DEALERS) })
  .refine(({ concs }) => new Set(concs.map((dealer) => dealer.hst2011)).size === concs.length, {
    message: 'a dealer is listed twice',
  })
  .transform(({ concs }): Dealer[] => concs);

export interface LegalEntity {
  code: string;
  name: string;
}

/** A legal entity's name is the ragione_sociale of its first dealer. */
export function legalEntitiesOf(dealers: readonly Dealer[]): LegalEntity[] {
  const names = new Map<string, string>();
  for (const dealer of [...dealers].sort((a, b) => (a.hst2011 < b.hst2011 ? -1 : 1))) {
    if (names.has(dealer.legal_entity)) continue;
    names.set(dealer.legal_entity, dealer.ragione_sociale || dealer.nome_commerciale || dealer.name);
  }
  return [...names].map(([entity, name]) => ({ code: entity, name }));
}

export interface StoredDealer extends Dealer {
  /** No longer in the directory. */
  isGone: boolean;
}

export interface DirectoryChanges {
  /** New, changed and returning dealers. */
  written: Dealer[];
  /** Dealers no longer listed: kept, because customers and documents reference them. */
  absent: string[];
}

export function compareDirectory(stored: readonly StoredDealer[], listed: readonly Dealer[]): DirectoryChanges {
  const storedByHst = new Map(stored.map((dealer) => [dealer.hst2011, dealer]));
  const listedHsts = new Set(listed.map((dealer) => dealer.hst2011));
  return {
    written: listed.filter((dealer) => {
      const current = storedByHst.get(dealer.hst2011);
      return current === undefined || current.isGone || DEALER_FIELDS.some((field) => current[field] !== dealer[field]);
    }),
    absent: stored.filter(({ isGone, hst2011 }) => !isGone && !listedHsts.has(hst2011)).map(({ hst2011 }) => hst2011),
  };
}

/** True when more than half of the network disappears in one response: probably truncated. */
export function isTruncated(stored: readonly StoredDealer[], changes: DirectoryChanges): boolean {
  return changes.absent.length * 2 > stored.filter((dealer) => !dealer.isGone).length;
}
