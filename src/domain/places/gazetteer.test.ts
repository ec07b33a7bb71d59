/** The shipped comuni, states and provinces, and how typed names are resolved. */
import { describe, expect, it } from 'vitest';
import { shippedPlaces } from '#server/dossiers/places.ts';
import { rowsOf } from '#test/rows.ts';
import { existsOn, openPlaces } from './gazetteer.ts';
import { containsPlaceName, onlyPostalCode, readTypedPlace } from './place-names.ts';

const places = shippedPlaces();
const comuni = places.all.filter(({ kind }) => kind === 'comune');
const names = (name: string, on?: string) =>
  places.search({ name, limit: 20, ...(on === undefined ? {} : { on }) }).map((place) => place.name);

describe('the places that ship', () => {
  it('are the comuni of today, those that ceased, and the states', () => {
    const today = comuni.filter(({ until }) => until === null);
    expect(today.length).toBeGreaterThan(7_850);
    expect(today.length).toBeLessThan(7_950);
    expect(comuni.length - today.length).toBeGreaterThan(1_800);
    expect(places.all.length - comuni.length).toBeGreaterThan(220);
  });

  it('have each their code once, in its form, with a name and days in order', () => {
    expect(new Set(places.all.map(({ code }) => code)).size).toBe(places.all.length);
    for (const { code, kind, name, from, until } of places.all) {
      expect(code, name).toMatch(kind === 'state' ? /^Z\d{3}$/ : /^[A-M]\d{3}$/);
      expect(name, code).toMatch(/^[\p{Lu}][\p{L} ’.\-/()]*$/u);
      for (const day of [from, until]) if (day !== null) expect(day, code).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      if (from !== null && until !== null) expect(from <= until, code).toBe(true);
    }
  });

  it.each([
    ...['H501 Roma RM', 'F205 Milano MI', 'L219 Torino TO', 'F839 Napoli NA', 'A662 Bari BA', 'A717 Battipaglia SA'],
    ...['A944 Bologna BO', 'D612 Firenze FI', 'D969 Genova GE', 'G273 Palermo PA', 'L781 Verona VR'],
    ...['G224 Padova PD', 'L736 Venezia VE', 'B157 Brescia BS', 'A794 Bergamo BG', 'C351 Catania CT'],
    ...['L424 Trieste TS', 'B354 Cagliari CA', 'H827 San Donato Milanese MI', 'A562 San Giuliano Terme PI'],
    ...['Z112 Germania EE', 'Z110 Francia EE', 'Z129 Romania EE', 'Z100 Albania EE', 'Z133 Svizzera EE'],
    ...['Z330 Marocco EE', 'Z210 Cina EE', 'Z404 Stati Uniti d’America EE', 'E667 Lonato BS'],
  ])('hold %s', (line) => {
    const { code, name, province } = places.placeOf(line.slice(0, 4)) ?? {};
    expect(`${code} ${name} ${province}`).toBe(line);
  });

  it('lie in provinces that are known, those of today in provinces of today', () => {
    const bySigla = new Map(places.provinces.map((province) => [province.sigla, province]));
    for (const { code, province, until } of places.all) {
      expect(bySigla.has(province), `${code} ${province}`).toBe(true);
      if (until === null) expect(bySigla.get(province)?.until, `${code} ${province}`).toBeNull();
    }
  });

  it('have one CAP where the comune of today has only one, in the range of its province', () => {
    const withCode = places.all.filter(({ postalCode }) => postalCode !== null);
    expect(withCode.length).toBeGreaterThan(7_600);
    for (const place of withCode) {
      expect(place.postalCode, place.name).toMatch(/^\d{5}$/);
      expect(place.until, place.name).toBeNull();
      expect(places.postalCodesOf(place), place.name).toContain(place.postalCode?.slice(0, 3));
    }
  });

  it('have 107 provinces of today, each with a name and postal codes of its own region', () => {
    const today = places.provinces.filter(({ sigla, until }) => sigla !== 'EE' && until === null);
    expect(today).toHaveLength(107);
    for (const { sigla, name, postalCodes } of today) {
      expect(name, sigla).toMatch(/^\p{Lu}/u);
      expect(postalCodes.length, sigla).toBeGreaterThan(0);
      for (const start of postalCodes) expect(start, sigla).toMatch(/^(?:0[0-9]|[1-8]\d|9[0-8])\d$/);
      expect(
        comuni.some((place) => place.province === sigla && place.until === null),
        sigla,
      ).toBe(true);
    }
    for (const sigla of ['CI', 'VS', 'OG', 'OT']) {
      expect(places.provinces.find((province) => province.sigla === sigla)?.until, sigla).toBe(2016);
    }
  });
});

describe('a place existed', () => {
  it('from its first day to its last', () => {
    const aldino = { from: '1929-05-21', until: '1975-04-10' };
    expect(['1929-05-20', '1929-05-21', '1975-04-10', '1975-04-11'].map((day) => existsOn(aldino, day))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(existsOn({ from: null, until: null }, '1901-01-01')).toBe(true);
  });
});

describe('a search', () => {
  it('ranks prefixes before other matches, ignoring case and accents', () => {
    expect(names('BATTIP')).toEqual(['Battipaglia']);
    expect(names('forli')[0]).toBe('Forlì');
    expect(names('roma')[0]).toBe('Roma');
    expect(names('aquila')[0]).not.toBe('L’Aquila');
    expect(names('l aquila')).toContain('L’Aquila');
  });

  it('takes the short ways of writing, and a sigla behind the name', () => {
    expect(names('S. Giuliano Ter')).toEqual(['San Giuliano Terme']);
    expect(names('Reggio Emilia')).toEqual(['Reggio nell’Emilia']);
    expect(names('Calliano (TN)')).toEqual(['Calliano']);
    expect(names('inghil')).toEqual(['Regno Unito']);
  });

  it('returns only places that existed on the day, and no more than the limit', () => {
    expect(names('presicce', '1975-04-10')).toEqual(['Presicce']);
    expect(names('presicce', '2020-01-01')).toEqual(['Presicce-Acquarica']);
    expect(names('presicce')).toEqual(['Presicce', 'Presicce-Acquarica']);
    expect(places.search({ name: 'san', limit: 20 })).toHaveLength(20);
    expect(names('(((')).toEqual([]);
    expect(names('nessuno si chiama così')).toEqual([]);
  });
});

describe('a typed place', () => {
  const named = (text: string) => places.findByName(text).map(({ name, province }) => `${name} ${province}`);
  it.each([
    ['Roma', ['Roma RM']],
    ['ROMA (RM)', ['Roma RM']],
    ['Roma, RM', ['Roma RM']],
    // Lecco belonged to Como when he was born.
    ['Lecco (CO)', ['Lecco LC']],
    ['Reggio Calabria', ['Reggio di Calabria RC']],
    ['Londra, Regno Unito', ['Regno Unito EE']],
    ['USA', ['Stati Uniti d’America EE']],
    ['Castro', ['Castro BG', 'Castro LE']],
    ['Castro (LE)', ['Castro LE']],
    ['Atlantide', []],
    ['', []],
  ])('"%s" means %j', (text, expected) => {
    expect(named(text).sort()).toEqual(expected);
  });

  it('is read with its sigla apart', () => {
    expect(readTypedPlace('Sant’Agata di Militello - ME')).toEqual({
      ...{ name: 'Sant’Agata di Militello ', words: ['S', 'AGATA', 'MILITELLO'], province: 'ME' },
    });
    expect(readTypedPlace('Re')).toMatchObject({ words: ['RE'], province: null });
  });

  it('contains a place that is named among other words', () => {
    const cassino = { name: 'Cassino', otherNames: ['San Germano'] };
    expect(containsPlaceName('Cassino, Frosinone', cassino)).toBe(true);
    expect(containsPlaceName('S. Germano', cassino)).toBe(true);
    expect(containsPlaceName('Cassinone', cassino)).toBe(false);
  });
});

it('lines that are empty or comments are no places', () => {
  const few = openPlaces({
    places: '# head\nA717;Battipaglia;SA;84091;1929-05-21\r\n\nZ112;Germania;EE;;;;BRD|Germania Ovest\n',
    provinces: '# head\nSA;Salerno;;840 841\nEE;Estero\n',
  });
  expect(few.all).toHaveLength(2);
  expect(few.placeOf('z112')?.otherNames).toEqual(['BRD', 'Germania Ovest']);
  const battipaglia = few.placeOf('A717');
  expect(battipaglia && few.postalCodesOf(battipaglia)).toEqual(['840', '841']);
});

it.each(
  rowsOf(`
    Gallarate | 21013
    gallarate (va) | 21013
    San Donato Milanese | 20097
    S. Donato Milanese | 20097
    REGGIO NELL'EMILIA | none
    Milano | none
    Samone (TN) | 38059
    Samone | none
    Castro (BG) | 24063
    Castro | none
    Germania | none
    Atlantide | none
  `),
)('the CAP of %s: %s', (text, code) => {
  const named = places.findByName(text).filter(({ kind, until }) => kind === 'comune' && until === null);
  expect(onlyPostalCode(named, text)?.postalCode ?? 'none').toBe(code);
});
