/** Comuni, foreign states and provinces: resolves a Belfiore code or a typed name on a given day. */
import { plainLetters, readTypedPlace, type TypedPlace, wordKey } from './place-names.ts';

/** A comune or a foreign state: what a place of birth is. */
export interface Locality {
  /** Belfiore code: a letter and three digits; for states `Z` and three digits. */
  code: string;
  name: string;
  /** Sigla; `EE` for states. */
  province: string;
  kind: 'comune' | 'state';
  /** First and last day, ISO; null if before 1900, still existing, or unknown. */
  from: string | null;
  until: string | null;
  otherNames: readonly string[];
  /** The comune's only CAP; null if it has several, no longer exists, or the sources differ. */
  postalCode: string | null;
}

export interface Province {
  sigla: string;
  name: string;
  /** The last year of an abolished province. */
  until: number | null;
  /** First three digits of its postal codes. */
  postalCodes: readonly string[];
}

/** The directory of all localities. */
export interface Gazetteer {
  all: readonly Locality[];
  provinces: readonly Province[];
  placeOf(code: string): Locality | undefined;
  /** Places with this name, or whose name occurs in the text ("Londra, Regno Unito"): present-day ones first. */
  findByName(text: string): Locality[];
  /**
   * Places whose name contains the text: exact names first, then prefixes, existing places before former ones.
   * @param criteria.on ISO day: only places that existed then.
   */
  search(criteria: { name: string; on?: string; limit: number }): Locality[];
  /** First three digits of the postal codes in the place's province; empty if unknown. */
  postalCodesOf(place: Locality): readonly string[];
}

/** True when the place existed that day (ISO). */
export function existsOn(place: Pick<Locality, 'from' | 'until'>, day: string): boolean {
  return (place.from === null || place.from <= day) && (place.until === null || day <= place.until);
}

const rowsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(';'));

function readPlace(row: string[]): Locality {
  const [code = '', name = '', province = '', cap = '', from = '', until = '', other = ''] = row;
  return {
    ...{ code, name, province, kind: code.startsWith('Z') ? 'state' : 'comune' },
    ...{ from: from || null, until: until || null, otherNames: other === '' ? [] : other.split('|') },
    postalCode: cap || null,
  };
}

function readProvince([sigla = '', name = '', until = '', codes = '']: string[]): Province {
  return { sigla, name, until: until === '' ? null : Number(until), postalCodes: codes === '' ? [] : codes.split(' ') };
}

const compareByUse = (one: Locality, other: Locality): number =>
  Number(one.until !== null) - Number(other.until !== null) || one.name.localeCompare(other.name, 'it');

/** Letters and spaces, for search as the user types: apostrophes and hyphens count as spaces. */
const searchable = (name: string): string =>
  plainLetters(name)
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();

const fitsProvince = ({ province }: TypedPlace, place: Locality): boolean =>
  province === null || place.kind === 'state' || place.province === province;

/** @param text of `db/places`: the contents of places.csv and provinces.csv. */
export function openPlaces(text: { places: string; provinces: string }): Gazetteer {
  const all = rowsOf(text.places).map(readPlace);
  const provinces = rowsOf(text.provinces).map(readProvince);
  const byCode = new Map(all.map((place) => [place.code, place]));
  const bySigla = new Map(provinces.map((province) => [province.sigla, province]));
  const byName = new Map<string, Locality[]>();
  const states: [key: string, place: Locality][] = [];
  for (const place of all) {
    for (const name of [place.name, ...place.otherNames]) {
      const key = wordKey(readTypedPlace(name).words);
      byName.set(key, [...(byName.get(key) ?? []), place]);
      if (place.kind === 'state') states.push([key, place]);
    }
  }
  const allNames = all.map((place) => [place.name, ...place.otherNames]);
  const names = allNames.map((list) => list.map(searchable));
  const keys = allNames.map((list) => list.map((name) => wordKey(readTypedPlace(name).words)));

  /** Rank of a place's best match; -1 without a match. */
  const rankOf = (index: number, searchText: string, wordPrefix: string): number => {
    const matching = (names[index] ?? []).filter((name) => name.includes(searchText));
    if (matching.includes(searchText)) return 0;
    if (matching.some((name) => name.startsWith(searchText))) return 1;
    if (matching.some((name) => name.includes(` ${searchText}`))) return 2;
    // Matches abbreviated names such as "S. Giuliano", "Reggio Emilia".
    if ((keys[index] ?? []).some((key) => key.startsWith(wordPrefix))) return 2;
    return matching.length > 0 ? 3 : -1;
  };

  return {
    all,
    provinces,
    placeOf: (code) => byCode.get(code.toUpperCase()),
    findByName(typed) {
      const typedPlace = readTypedPlace(typed);
      const key = wordKey(typedPlace.words);
      const matches = byName.get(key) ?? [];
      // The province on the day of birth may differ from today's: then only the name counts.
      const inProvince = matches.filter((place) => fitsProvince(typedPlace, place));
      if (matches.length > 0) return (inProvince.length > 0 ? inProvince : [...matches]).sort(compareByUse);
      return states.filter(([name]) => key.includes(name)).map(([, place]) => place);
    },
    search({ name, on, limit }) {
      const read = readTypedPlace(name);
      const searchText = searchable(read.name);
      if (searchText === '') return [];
      const words = wordKey(read.words).trimEnd();
      return all
        .map((place, index) => ({ place, rank: fitsProvince(read, place) ? rankOf(index, searchText, words) : -1 }))
        .filter(({ place, rank }) => rank >= 0 && (on === undefined || existsOn(place, on)))
        .sort((a, b) => a.rank - b.rank || compareByUse(a.place, b.place))
        .slice(0, limit)
        .map(({ place }) => place);
    },
    postalCodesOf: (place) => bySigla.get(place.province)?.postalCodes ?? [],
  };
}
