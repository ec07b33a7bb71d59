/** The demo's customers: invented names, valid codes that belong to no person, addresses at example.com. */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { vatNumberOf } from '#domain/codes/vat-number.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { FREE_FACTS } from '#domain/dossiers/customer-facts.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { ofEach } from '#domain/each.ts';

interface Birth {
  sex: 'M' | 'F';
  date: string;
  town: string;
  /** Belfiore code of the town. */
  place: string;
}

let phones = 0;

function person(
  hst: string,
  brands: Brand[],
  firstName: string,
  lastName: string,
  birth: Birth,
  home: readonly [street: string, town: string, postalCode: string],
): DossierValues {
  phones += 1;
  const [street, city, postalCode] = home;
  return {
    hst,
    brands,
    // Entered manually: not linked.
    searchType: null,
    rspSearchType: 'INDIVIDUAL',
    dossierType: 'new',
    originalAccountSource: null,
    businessId: null,
    ...ofEach(FREE_FACTS, () => null),
    firstName,
    lastName,
    mobilePhone: `+39 333${String(phones).padStart(7, '0')}`,
    email: `${firstName}.${lastName}@example.com`.toLowerCase().replace(/[^a-z.@]/g, ''),
    birthDate: birth.date,
    birthPlace: birth.town,
    fiscalCode: fiscalCodeOf({ firstName, lastName, birthDate: birth.date, sex: birth.sex, place: birth.place }),
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
  ginevra: person(
    '10001',
    ['bmw'],
    'Ginevra',
    'Provetti',
    { sex: 'F', date: '1984-05-17', town: 'Bologna', place: 'A944' },
    ['Via dei Campioni 18', 'Bologna', '40121'],
  ),
  tommaso: person(
    '10001',
    ['bmw', 'mini'],
    'Tommaso',
    'Esemplari',
    { sex: 'M', date: '1976-11-03', town: 'Verona', place: 'L781' },
    ['Via delle Bozze 4', 'Casalecchio di Reno', '40033'],
  ),
  olivia: person(
    '10001',
    ['mini'],
    'Olivia',
    'Modelli',
    { sex: 'F', date: '1991-02-28', town: 'Firenze', place: 'D612' },
    ['Piazza Prototipo 2', 'Imola', '40026'],
  ),
  falegnameria: company(
    person('10001', ['bmw'], 'Ettore', 'Finzi Prova', { sex: 'M', date: '1969-07-21', town: 'Padova', place: 'G224' }, [
      'Via Artigianale 77',
      'San Lazzaro di Savena',
      '40068',
    ]),
    'Falegnameria Finzi S.n.c.',
    2001,
  ),
  leonardo: person(
    '10001',
    ['moto'],
    'Leonardo',
    'Campionari',
    { sex: 'M', date: '1988-09-09', town: 'Milano', place: 'F205' },
    ['Strada Simulata 31', 'Bologna', '40128'],
  ),
  // Linked to a record that RSP no longer has.
  bianca: {
    ...person(
      '10001',
      ['bmwi'],
      'Bianca',
      'Fantasia',
      { sex: 'F', date: '1979-12-30', town: 'Torino', place: 'L219' },
      ['Via Ipotetica 55', 'Ferrara', '44121'],
    ),
    searchType: 'RSP',
    originalAccountSource: 'RSP',
    dossierType: 'existing',
    businessId: 'R-009999',
  },
  noleggi: company(
    person(
      '10001',
      ['bmw', 'mini'],
      'Camilla',
      'Supposti',
      { sex: 'F', date: '1982-03-14', town: 'Genova', place: 'D969' },
      ['Via del Noleggio 10', 'Bologna', '40131'],
    ),
    'Noleggi Immaginari S.r.l.',
    2002,
  ),
  pietro: person(
    '10002',
    ['bmw'],
    'Pietro',
    'Verosimili',
    { sex: 'M', date: '1972-06-05', town: 'Brescia', place: 'B157' },
    ['Via Emilia Finta 200', 'Modena', '41121'],
  ),
  agata: person('10003', ['bmw'], 'Agata', 'Teoremi', { sex: 'F', date: '1995-08-19', town: 'Milano', place: 'F205' }, [
    'Corso Astratto 9',
    'Milano',
    '20121',
  ]),
  studio: company(
    person('10005', ['bmw'], 'Corrado', 'Astratti', { sex: 'M', date: '1965-01-25', town: 'Torino', place: 'L219' }, [
      'Via dei Concetti 6',
      'Torino',
      '10121',
    ]),
    'Studio Astratti e Associati',
    2003,
  ),
  flavia: person(
    '10007',
    ['mini'],
    'Flavia',
    'Irreali',
    { sex: 'F', date: '1987-10-11', town: 'Roma', place: 'H501' },
    ['Via Apparente 120', 'Roma', '00184'],
  ),
  zeno: person(
    '10011',
    ['bmw'],
    'Zeno',
    'Paradossi',
    { sex: 'M', date: '1993-04-02', town: 'Venezia', place: 'L736' },
    ['Via della Freccia 3', 'Padova', '35121'],
  ),
  riccardo: person(
    '10011',
    ['bmw'],
    'Riccardo',
    'Congetture',
    { sex: 'M', date: '1980-04-14', town: 'Padova', place: 'G224' },
    ['Via dei Teoremi 27', 'Padova', '35131'],
  ),
} as const satisfies Record<string, DossierValues>;
export type CustomerName = keyof typeof CUSTOMERS;
