/** The demo's legal entities and dealers, all invented: six companies, twelve dealers, every kind of mandate. */
import type { Insertable } from 'kysely';
import { vatNumberOf } from '#domain/codes/vat-number.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import type { DealerTable, LegalEntityTable, ServiceTable } from '#ports/database/tables.ts';

/** No tax office has this code: a P.IVA with it belongs to no company. */
const UNASSIGNED_OFFICE = '999';

interface Company extends Insertable<LegalEntityTable> {
  vatNumber: string;
}

const companies: readonly Company[] = [
  'Autoesempio S.p.A.',
  'Motori di Prova S.r.l.',
  'Esempio Veicoli S.p.A.',
  'Strada Finta S.r.l.',
  'Prova Motori Sud S.r.l.',
  'Laguna Esempi S.p.A.',
].map((name, index) => ({
  code: `LE00${index + 1}`,
  name,
  vatNumber: vatNumberOf(1000 + index, UNASSIGNED_OFFICE),
}));

export const LEGAL_ENTITIES: readonly Insertable<LegalEntityTable>[] = companies.map(({ code, name }) => ({
  code,
  name,
}));

export function vatNumberOfEntity(code: string): string {
  return companies.find((company) => company.code === code)?.vatNumber ?? '';
}

/** Mandates in the order auto, bmwi, mini, moto. */
function dealer(
  hst: string,
  entity: string,
  name: string,
  place: readonly [street: string, town: string, province: string],
  mandates: readonly [string, string, string, string],
): Insertable<DealerTable> {
  const [street, town, province] = place;
  const [auto, bmwi, mini, moto] = mandates;
  return {
    hst,
    legal_entity: entity,
    name,
    nome_commerciale: name,
    ragione_sociale: companies.find((company) => company.code === entity)?.name ?? '',
    indirizzo: street,
    citta: town,
    provincia: province,
    tipo_auto: auto,
    tipo_bmwi: bmwi,
    tipo_mini: mini,
    tipo_moto: moto,
  };
}

export const DEALERS: readonly Insertable<DealerTable>[] = [
  dealer('10001', 'LE001', 'Autoesempio Bologna', ['Via di Prova 1', 'Bologna', 'BO'], ['C', 'C', 'C', 'C']),
  dealer('10002', 'LE001', 'Autoesempio Modena', ['Viale degli Esempi 20', 'Modena', 'MO'], ['S', 'S', 'S', '-']),
  dealer('10003', 'LE002', 'Motori di Prova Milano', ['Corso Inventato 5', 'Milano', 'MI'], ['F', 'F', 'F', 'C']),
  dealer('10004', 'LE002', 'Motori di Prova Monza', ['Via Immaginaria 12', 'Monza', 'MB'], ['S', 'S', '-', '-']),
  dealer('10005', 'LE003', 'Esempio Veicoli Torino', ['Corso Finzione 33', 'Torino', 'TO'], ['C', 'C', 'C', '-']),
  dealer('10006', 'LE003', 'Esempio Moto Genova', ['Via del Campione 7', 'Genova', 'GE'], ['-', '-', '-', 'C']),
  dealer('10007', 'LE004', 'Strada Finta Roma', ['Via della Prova 100', 'Roma', 'RM'], ['F', 'F', 'F', 'F']),
  dealer('10008', 'LE004', 'Strada Finta Napoli', ['Via Simulata 8', 'Napoli', 'NA'], ['C', 'C', '-', 'S']),
  dealer('10009', 'LE005', 'Prova Motori Bari', ['Viale Ipotesi 14', 'Bari', 'BA'], ['O', '-', '-', '-']),
  dealer('10010', 'LE005', 'Prova Motori Catania', ['Via Presunta 3', 'Catania', 'CT'], ['-', '-', '-', '-']),
  dealer('10011', 'LE006', 'Laguna Esempi Padova', ['Via del Modello 41', 'Padova', 'PD'], ['C', 'C', 'C', 'O']),
  dealer('10012', 'LE006', 'Laguna Esempi Cagliari', ['Via Campionaria 9', 'Cagliari', 'CA'], ['S', '-', 'S', 'C']),
];

/** The same, as listed by the built-in tools service. */
export const DEALER_DIRECTORY: readonly Dealer[] = DEALERS.map(({ hst, gone_date: _none, ...rest }) => ({
  hst2011: hst,
  ...rest,
}));

/** The legal entity whose customers need an FEA adherence before buying a new vehicle; all others use simple signatures. */
export const ADVANCED = { legalEntity: 'LE006', folderType: 'SALE_NEW' } as const;

/** A signature service for every folder type of every legal entity, for two years: simple (FES) except for ADVANCED. */
export function signatureServices(at: Date): Insertable<ServiceTable>[] {
  const expires = new Date(at);
  expires.setUTCFullYear(expires.getUTCFullYear() + 2);
  const service = (legalEntity: string, type: 'FES' | 'FEA', folderTypes: FolderType[]): Insertable<ServiceTable> => ({
    service_type: 'SIGNATURE_TYPE',
    legal_entity: legalEntity,
    expires_at: expires.toISOString().slice(0, 10),
    total_space: null,
    total_otp: null,
    signature_types: [type],
    folder_types: folderTypes,
    notes: null,
    created_by: null,
    created_date: at,
    last_modified_by: null,
    last_modified_date: at,
  });
  const { legalEntity, folderType } = ADVANCED;
  return [
    ...companies.map(({ code }) =>
      service(
        code,
        'FES',
        code === legalEntity ? FOLDER_TYPES.filter((type) => type !== folderType) : [...FOLDER_TYPES],
      ),
    ),
    service(legalEntity, 'FEA', [folderType]),
  ];
}
