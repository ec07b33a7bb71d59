/** The demo's customers: invented names, valid codes that belong to no person, addresses at example.com. */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { vatNumberOf } from '#domain/codes/vat-number.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { OPTIONAL_FACTS } from '#domain/dossiers/customer-facts.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { recordOf } from '#domain/record-of.ts';

/** Belfiore codes of the towns of birth. */
const TOWNS: Readonly<Record<string, string>> = {
  ...{ Bologna: 'A944', Brescia: 'B157', Firenze: 'D612', Genova: 'D969', Milano: 'F205', Padova: 'G224' },
  ...{ Roma: 'H501', Torino: 'L219', Venezia: 'L736', Verona: 'L781' },
};

let phones = 0;

/**
 * @param name first name, then last name.
 * @param born sex, date and town: `F 1984-05-17 Bologna`.
 * @param home as on an envelope: `Via dei Campioni 18, 40121 Bologna`.
 */
function person(hst: string, brands: Brand[], name: string, born: string, home: string): DossierValues {
  phones += 1;
  const [, firstName = '', lastName = ''] = /^(\S+) (.+)$/.exec(name) ?? [];
  const [, sex = '', birthDate = '', birthPlace = ''] = /^([FM]) (\S+) (.+)$/.exec(born) ?? [];
  const [, street = '', postalCode = '', city = ''] = /^(.+), (\d{5}) (.+)$/.exec(home) ?? [];
  return {
    hst,
    brands,
    // Entered manually: not linked.
    searchType: null,
    rspSearchType: 'INDIVIDUAL',
    dossierType: 'new',
    originalAccountSource: null,
    businessId: null,
    ...recordOf(OPTIONAL_FACTS, () => null),
    firstName,
    lastName,
    mobilePhone: `+39 333${String(phones).padStart(7, '0')}`,
    email: `${firstName}.${lastName}@example.com`.toLowerCase().replace(/[^a-z.@]/g, ''),
    birthDate,
    birthPlace,
    fiscalCode: fiscalCodeOf({
      ...{ firstName, lastName, birthDate },
      ...{ sex: sex === 'F' ? 'F' : 'M', place: TOWNS[birthPlace] ?? '' },
    }),
    street,
    city,
    postalCode,
  };
}

/** The named person signs for the company; `representativeFiscalCode` holds their own code. */
function company(signer: DossierValues, name: string, number: number): DossierValues {
  const vatNumber = vatNumberOf(number, '999');
  return {
    ...signer,
    rspSearchType: 'ORGANIZATION',
    organizationId: vatNumber,
    organizationName: name,
    representativeFiscalCode: signer.fiscalCode,
    fiscalCode: vatNumber,
  };
}

/** Customers by the short name used for papers and folders. */
export const CUSTOMERS = {
  ginevra: person('10001', ['bmw'], 'Ginevra Provetti', 'F 1984-05-17 Bologna', 'Via dei Campioni 18, 40121 Bologna'),
  tommaso: person(
    '10001',
    ['bmw', 'mini'],
    'Tommaso Esemplari',
    'M 1976-11-03 Verona',
    'Via delle Bozze 4, 40033 Casalecchio di Reno',
  ),
  olivia: person('10001', ['mini'], 'Olivia Modelli', 'F 1991-02-28 Firenze', 'Piazza Prototipo 2, 40026 Imola'),
  falegnameria: company(
    person(
      '10001',
      ['bmw'],
      'Ettore Finzi Prova',
      'M 1969-07-21 Padova',
      'Via Artigianale 77, 40068 San Lazzaro di Savena',
    ),
    'Falegnameria Finzi S.n.c.',
    2001,
  ),
  leonardo: person(
    '10001',
    ['moto'],
    'Leonardo Campionari',
    'M 1988-09-09 Milano',
    'Strada Simulata 31, 40128 Bologna',
  ),
  // Linked to a record that RSP no longer has.
  bianca: {
    ...person('10001', ['bmwi'], 'Bianca Fantasia', 'F 1979-12-30 Torino', 'Via Ipotetica 55, 44121 Ferrara'),
    searchType: 'RSP',
    originalAccountSource: 'RSP',
    dossierType: 'existing',
    businessId: 'R-009999',
  },
  noleggi: company(
    person('10001', ['bmw', 'mini'], 'Camilla Supposti', 'F 1982-03-14 Genova', 'Via del Noleggio 10, 40131 Bologna'),
    'Noleggi Immaginari S.r.l.',
    2002,
  ),
  pietro: person('10002', ['bmw'], 'Pietro Verosimili', 'M 1972-06-05 Brescia', 'Via Emilia Finta 200, 41121 Modena'),
  agata: person('10003', ['bmw'], 'Agata Teoremi', 'F 1995-08-19 Milano', 'Corso Astratto 9, 20121 Milano'),
  studio: company(
    person('10005', ['bmw'], 'Corrado Astratti', 'M 1965-01-25 Torino', 'Via dei Concetti 6, 10121 Torino'),
    'Studio Astratti e Associati',
    2003,
  ),
  flavia: person('10007', ['mini'], 'Flavia Irreali', 'F 1987-10-11 Roma', 'Via Apparente 120, 00184 Roma'),
  zeno: person('10011', ['bmw'], 'Zeno Paradossi', 'M 1993-04-02 Venezia', 'Via della Freccia 3, 35121 Padova'),
  riccardo: person('10011', ['bmw'], 'Riccardo Congetture', 'M 1980-04-14 Padova', 'Via dei Teoremi 27, 35131 Padova'),
} as const satisfies Record<string, DossierValues>;
export type CustomerName = keyof typeof CUSTOMERS;
