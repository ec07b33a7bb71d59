/** Comuni, foreign states and provinces: resolves a Belfiore code or a typed name on a given day. */
import { keyOf, plainLetters, readTypedPlace, type TypedPlace } from './names.ts';

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
  named(text: string): Locality[];
  /**
   * Places whose name contains the text: exact names first, then prefixes, existing places before former ones.
   * @param on ISO day: only places that existed then.
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

const byUse = (one: Locality, other: Locality): number =>
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
      const key = keyOf(readTypedPlace(name).words);
      byName.set(key, [...(byName.get(key) ?? []), place]);
      if (place.kind === 'state') states.push([key, place]);
    }
  }
  const written = all.map((place) => [place.name, ...place.otherNames]);
  const names = written.map((list) => list.map(searchable));
  const keys = written.map((list) => list.map((name) => keyOf(readTypedPlace(name).words)));

  /** Rank of a place's best match; -1 without a match. */
  const rankOf = (index: number, wanted: string, words: string): number => {
    const found = (names[index] ?? []).filter((name) => name.includes(wanted));
    if (found.includes(wanted)) return 0;
    if (found.some((name) => name.startsWith(wanted))) return 1;
    if (found.some((name) => name.includes(` ${wanted}`))) return 2;
    // Matches abbreviated names such as "S. Giuliano", "Reggio Emilia".
    if ((keys[index] ?? []).some((key) => key.startsWith(words))) return 2;
    return found.length > 0 ? 3 : -1;
  };

  return {
    all,
    provinces,
    placeOf: (code) => byCode.get(code.toUpperCase()),
    named(typed) {
      const read = readTypedPlace(typed);
      const key = keyOf(read.words);
      const whole = byName.get(key) ?? [];
      // The province on the day of birth may differ from today's: then only the name counts.
      const fitting = whole.filter((place) => fitsProvince(read, place));
      if (whole.length > 0) return (fitting.length > 0 ? fitting : [...whole]).sort(byUse);
      return states.filter(([name]) => key.includes(name)).map(([, place]) => place);
    },
    search({ name, on, limit }) {
      const read = readTypedPlace(name);
      const wanted = searchable(read.name);
      if (wanted === '') return [];
      const words = keyOf(read.words).trimEnd();
      return all
        .map((place, index) => ({ place, rank: fitsProvince(read, place) ? rankOf(index, wanted, words) : -1 }))
        .filter(({ place, rank }) => rank >= 0 && (on === undefined || existsOn(place, on)))
        .sort((one, other) => one.rank - other.rank || byUse(one.place, other.place))
        .slice(0, limit)
        .map(({ place }) => place);
    },
    postalCodesOf: (place) => bySigla.get(place.province)?.postalCodes ?? [],
  };
}
