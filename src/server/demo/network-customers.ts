/** The network's other customers: imported from the built-in RSP and DMS, with a folder for every second one. */
import { BRANDS, type Brand, handlesBrand } from '#domain/dealers/brands.ts';
import { OPTIONAL_FACTS } from '#domain/dossiers/customer-facts.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { recordOf } from '#domain/record-of.ts';
import type { World } from '../world.ts';
import { DEALER_DIRECTORY } from './dealers.ts';
import type { CaseDocument } from './document-history.ts';

export interface NetworkCustomer {
  values: DossierValues;
  daysAgo: number;
  folder: {
    brand: Brand;
    type: FolderType;
    businessId: string | null;
    plate: string | null;
    vin: string | null;
    document: CaseDocument;
  } | null;
}

/** Together with the thirteen who have their own story (customers.ts) there are sixty. */
const CUSTOMERS = 47;
/** Positions in the built-in RSP: people first, then companies; far enough apart that names differ. */
const PEOPLE_STEP = 37;
const FIRST_COMPANY = 3_001;
const OLDEST_DAYS = 180;

/** Folders left after a completed sale or visit. */
const FOLDERS = [
  ['SALE_NEW', 'SALE_NEW_RFO', 'PV'],
  ['SERVICE', 'SERVICE_VAB', 'ODL'],
  ['SALE_USED', 'SALE_USED_RFO', 'U'],
] as const satisfies readonly (readonly [FolderType, string, string])[];

const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';
const letter = (number: number): string => PLATE_LETTERS[number % PLATE_LETTERS.length] ?? 'A';
const plateOf = (number: number): string =>
  `G${letter(number)}${String(100 + ((number * 61) % 900))}${letter(number * 3)}${letter(number * 7)}`;

/** Dealers that handle a brand; one that handles none has no documents. */
const dealers = DEALER_DIRECTORY.filter((dealer) => BRANDS.some((brand) => handlesBrand(dealer, brand)));

/** Looks them up in RSP by number; oldest first. */
export async function networkCustomers(world: Pick<World, 'rsp'>): Promise<NetworkCustomer[]> {
  const indexes = Array.from({ length: CUSTOMERS }, (_, index) => index);
  return Promise.all(indexes.map((index) => networkCustomer(world, index)));
}

async function networkCustomer(world: Pick<World, 'rsp'>, index: number): Promise<NetworkCustomer> {
  const number = index % 6 === 5 ? FIRST_COMPANY + index : (index + 1) * PEOPLE_STEP;
  const customer = await world.rsp.find(`R-${String(number).padStart(6, '0')}`);
  const dealer = dealers[index % dealers.length];
  if (customer === undefined || dealer === undefined) throw new Error(`The demo's RSP has no customer ${number}`);
  const brands = BRANDS.filter((brand) => handlesBrand(dealer, brand));
  const brand = brands[index % brands.length] ?? 'bmw';
  const { searchType, rspSearchType, hst: _none, ...person } = customer;
  // One in eight was entered manually and is not linked.
  const linked = index % 8 !== 7;
  return {
    values: {
      ...recordOf(OPTIONAL_FACTS, () => null),
      ...person,
      ...(linked ? {} : { businessId: null, originalAccountSource: null }),
      searchType: linked ? searchType : null,
      rspSearchType,
      dossierType: linked ? 'existing' : 'new',
      hst: dealer.hst2011,
      brands: [brand],
    },
    daysAgo: OLDEST_DAYS - index * 3,
    folder: index % 2 === 0 ? folderOf(index, brand) : null,
  };
}

function folderOf(index: number, brand: Brand): NetworkCustomer['folder'] {
  const [type, document, prefix] = FOLDERS[(index / 2) % FOLDERS.length] ?? FOLDERS[0];
  return {
    brand,
    type,
    businessId: `${prefix}-${String(3000 + index * 7)}`,
    plate: type === 'SALE_NEW' ? null : plateOf(index + 11),
    vin: null,
    document: { type: document, signable: false, daysAgo: OLDEST_DAYS - index * 3 },
  };
}
