/** The longest realistic values of generated papers, for tests of their layout. */
import type { PaperField } from './fields.ts';
import type { PaperData } from './paper-data.ts';
import { SAMPLE_DATA, sampleValues } from './sample-data.ts';

const upTo = (text: string, length: number): string =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();

const NAME = upTo('Massimiliano Ferdinando Bartolomeo ', 60);
const SURNAME = upTo('Acquaviva-Santangelo della Fontanarossa ', 60);
const ADDRESS = upTo('Viale dei Professori Emeriti della Repubblica 1234/bis, scala C, ', 80);
const NOTES = upTo('Graffio profondo sul paraurti posteriore, ammaccatura sul parafango, cristallo scheggiato; ', 1000);

/** Hash of a photo that every paper may reference. */
export const LONGEST_PHOTO = 'f0'.repeat(32);

/** A value for every field, with the maximum length of its kind. */
function longestValue({ name, kind, choices }: PaperField, sample: unknown): string | boolean {
  switch (kind) {
    case 'longText':
      return NOTES;
    case 'text':
      if (name.endsWith('FISCAL_CODE')) return 'PRVGVR80A41H501D';
      return name.endsWith('NAME') ? `${NAME} ${SURNAME}` : upTo(`${name} valore molto lungo `, 120);
    case 'flag':
      return true;
    case 'choice':
      return typeof sample === 'string' ? sample : (choices?.at(-1) ?? '');
    case 'money':
      return '999999999,99';
    case 'km':
    case 'integer':
      return name === 'KM_IN' ? '9999999' : '9999998';
    case 'percent':
      return '100';
    case 'spot':
      return '1000,1000';
    case 'rate':
    case 'hours':
      return '999,999';
    case 'vin':
      return 'WWWWWWWWWWWWWWWWW';
    case 'plate':
      return 'WW000WW';
    case 'licenceNumber':
      return 'WWWWWWWWWWWWWWWWWWWW';
    case 'phone':
      return `+39 33300000${name.replace(/\D/g, '').padStart(2, '0')}`;
    case 'email':
      return `${'a'.repeat(60)}@${'esempio-'.repeat(7)}x.example.com`;
    case 'photo':
      return LONGEST_PHOTO;
    case 'date':
      return typeof sample === 'string' ? sample : '2030-12-31';
    case 'dateTime':
      return name === 'LOAN_START' ? '2026-11-20T09:00' : '2026-11-29T23:59';
  }
}

/** Several documents, each with a long trail of signers with long names. */
function longestTrails(): PaperData['trails'] {
  const [sample] = SAMPLE_DATA.trails;
  if (sample === undefined) throw new Error('There is no sample of a trail');
  const events = Array.from({ length: 5 }, () => sample.events)
    .flat()
    .map((event, index) => ({ ...event, seq: index + 1, actor: { ...event.actor, name: `${NAME} ${SURNAME}` } }));
  return ['SALE_USED_PROPOSAL_PLUS', 'LOAN_TEMPORARY_VEHICLE_REPLACEMENT', 'FEA_MODULE'].map((type, index) => {
    return { ...sample, documentId: 9_007_199_254_740_000 + index, type, events };
  });
}

export function longestData(fields: readonly PaperField[]): PaperData {
  const samples = sampleValues(fields);
  const values = Object.fromEntries(
    fields.map((field) => {
      const second = field.name.replace(/^DRIVER_\d_/, 'DRIVER_2_');
      const sample = samples[field.name] ?? sampleValues([{ ...field, name: second }])[second];
      return [field.name, longestValue(field, sample)];
    }),
  );
  return {
    ...SAMPLE_DATA,
    letterhead: {
      ...SAMPLE_DATA.letterhead,
      dealerName: upTo('Concessionaria Autoesempio dell’Emilia-Romagna ', 60),
      brand: 'bmw',
      company: upTo('Autoesempio Società Finanziaria di Partecipazioni Automobilistiche ', 120),
      address: ADDRESS,
      registeredOffice: upTo(ADDRESS, 160),
    },
    national: {
      ...SAMPLE_DATA.national,
      legalName: upTo('Società Nazionale Esempio di Distribuzione Automobilistica ', 160),
      registeredOffice: upTo(ADDRESS, 160),
      dpo: upTo('Responsabile della protezione dei dati, dpo@nazionale.example.com, ', 160),
    },
    customer: {
      ...SAMPLE_DATA.customer,
      firstName: NAME,
      lastName: SURNAME,
      organizationName: upTo('Compagnia Generale dei Trasporti Dimostrativi & Figli <S.r.l.> ', 120),
      rspSearchType: 'ORGANIZATION',
      fiscalCode: '00010009991',
      representativeFiscalCode: 'PRVGVR80A41H501D',
      birthPlace: upTo('San Giovanni in Persiceto ', 60),
      street: ADDRESS,
      city: upTo('Castelnuovo Bocca d’Adda ', 60),
      email: `${'a'.repeat(60)}@${'esempio-'.repeat(7)}x.example.com`,
    },
    folder: { ...SAMPLE_DATA.folder, vin: 'WWWWWWWWWWWWWWWWW' },
    number: upTo('PRATICA/2026/00418-', 60),
    place: upTo('Castelnuovo Bocca d’Adda ', 60),
    signers: [
      { role: 'customer', name: null },
      { role: 'dealer', name: `${NAME} ${SURNAME}` },
      { role: 'operatorDealer', name: `${NAME} ${SURNAME}` },
      { role: 'salesManager', name: `${NAME} ${SURNAME}` },
    ],
    trails: longestTrails(),
    values,
  };
}
