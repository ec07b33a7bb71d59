/** Sample data for every type of paper: clearly invented, for previews, for the papers command and for measuring (D-110). */
import { vatNumberOf } from '../codes/vat-number.ts';
import type { PaperData } from './data.ts';
import type { PaperField, PaperValues } from './fields.ts';
import { DEFAULT_LOAN_RULES } from './rules.ts';

/** No tax office has the code 999: the number is nobody's. */
const SAMPLE_VAT = vatNumberOf(1000, '999');

export const SAMPLE_DATA: Omit<PaperData, 'values'> = {
  letterhead: {
    dealerName: 'Autoesempio Bologna',
    brand: 'bmw',
    company: 'Autoesempio S.p.A.',
    address: 'Via di Prova 1, 40121 Bologna (BO)',
    vatNumber: SAMPLE_VAT,
    rea: 'BO-000000',
    pec: 'autoesempio@pec.example.com',
    phone: '+39 051 0000000',
  },
  customer: {
    firstName: 'Ginevra',
    lastName: 'Provetti',
    organizationName: null,
    rspSearchType: 'INDIVIDUAL',
    fiscalCode: 'PRVGVR80A41H501D',
    representativeFiscalCode: null,
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
    street: 'Via di Prova 1',
    postalCode: '40121',
    city: 'Bologna',
    mobilePhone: '+39 3330000001',
    email: 'ginevra.provetti@example.com',
  },
  folder: { businessId: '2026/00418', plate: 'EE000EE', vin: 'WBA00000000000001', jobId: 'ODL-0418' },
  number: '2026/00418',
  place: 'Bologna',
  date: '2026-11-20',
  signers: [],
  fea: { provider: null, insurer: null, policy: null, coverage: null, assistance: null, publicPage: null },
  demo: true,
  rules: DEFAULT_LOAN_RULES,
  messages: 'it',
};

const VALUES: PaperValues = {
  PAPER_LANGUAGE: 'en',
  VEHICLE_MODEL: 'Compatta dimostrativa 1.5',
  VEHICLE_PLATE: 'EE111EE',
  VEHICLE_VIN: 'WBA00000000000002',
  VEHICLE_COLOUR: 'Grigio campione',
  REPLACED_MODEL: 'Berlina dimostrativa 2.0',
  WORK_ORDER: 'ODL-0418',
  TRIAL_PLATE: 'X0P00000',
  ROUTE: 'Via di Prova, tangenziale, uscita 7, rientro in sede: circa 18 km',
  ESCORT: 'Dario Provini, consulente alla vendita',
  LOAN_START: '2026-11-20T09:00',
  LOAN_END: '2026-11-23T18:00',
  DEDUCTIBLE: '500',
  KM_OUT: '12480',
  FUEL_OUT: '75',
  DAMAGES_OUT: 'Graffio di 4 cm sul paraurti posteriore, lato sinistro.',
  EQUIPMENT: 'Due chiavi, libretto di uso e manutenzione, kit di emergenza, tappetini.',
  LOAN_PURPOSE: 'Mobilità durante l’attesa del veicolo ordinato',
  EMPLOYER: 'Esempio Servizi S.r.l.',
  LEASE_CONTRACT: 'Leasing n. 000418 del 02/11/2026',
  PROGRAMME_REFERENCE: 'EM-000418',
  WEDDING_DATE: '2026-11-22',
  WEDDING_PLACE: 'Villa Inventata, Bologna',
  UNAVAILABLE_SINCE: '2026-11-19',
  DRIVER_LICENCE_NUMBER: 'U10000000A',
  DRIVER_LICENCE_CATEGORY: 'B',
  DRIVER_LICENCE_ISSUER: 'MIT-UCO',
  DRIVER_LICENCE_ISSUED: '2019-03-04',
  DRIVER_LICENCE_EXPIRY: '2029-01-01',
  DRIVER_2_NAME: 'Leonardo Esempi',
  DRIVER_2_BIRTH_DATE: '1985-06-15',
  DRIVER_2_BIRTH_PLACE: 'Modena',
  DRIVER_2_ADDRESS: 'Via di Prova 1, 40121 Bologna',
  DRIVER_2_LICENCE_NUMBER: 'U10000001B',
  DRIVER_2_LICENCE_CATEGORY: 'B',
  DRIVER_2_LICENCE_ISSUER: 'MIT-UCO',
  DRIVER_2_LICENCE_ISSUED: '2015-05-05',
  DRIVER_2_LICENCE_EXPIRY: '2030-06-15',
  DAILY_RATE: '48,00',
  DEPOSIT: '300',
  KM_INCLUDED: '450',
  KM_EXTRA_PRICE: '0,25',
  PAYMENT_MEANS: 'Carta di pagamento',
  CARGOS_SENT: true,
  CARGOS_RECEIPT: 'CG-0000418',
  KEYS: '2',
  REGISTRATION_DOCUMENT: true,
  CONFORMITY_CERTIFICATE: true,
  OWNER_MANUAL: true,
  EMERGENCY_KIT: true,
  EXPLAINED_CONTROLS: true,
  EXPLAINED_SERVICE: true,
  EXPLAINED_APP: false,
  ACCESSORIES: 'Tappetini in velluto, set ruote invernali.',
  ID_TYPE: 'identityCard',
  ID_NUMBER: 'CA00000AA',
  ID_ISSUER: 'Comune di Bologna',
  ID_ISSUED: '2021-02-10',
  ID_EXPIRY: '2031-01-01',
};

/** Sample values of these fields. */
export function sampleValues(fields: readonly PaperField[]): PaperValues {
  return Object.fromEntries(fields.flatMap(({ name }) => (name in VALUES ? [[name, VALUES[name] ?? null]] : [])));
}

/** A paper's sample data. @param change of the first values, for a variant. */
export function sampleData(fields: readonly PaperField[], change: PaperValues = {}): PaperData {
  return { ...SAMPLE_DATA, values: { ...sampleValues(fields), ...change } };
}
