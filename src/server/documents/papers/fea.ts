/** The FEA rule on rows: who has to have adhered, and where a document stands with its module (specification §4, P-9, D-2). */
import { coveringAdherence, type StandingAdherence } from '#domain/adherences/adherence.ts';
import {
  isBeforeSigning,
  normalisedCode,
  personCode,
  takesFeaModule,
  waitsForAdherence,
} from '#domain/documents/fea.ts';
import { isStarting } from '#domain/documents/life.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import type { SignedPerson } from '#domain/dossiers/same-person.ts';
import { coSigners } from '#domain/papers/co-signers.ts';
import { driverFieldName } from '#domain/papers/labels/driver-names.ts';
import { textOf } from '#domain/papers/values.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { listStanding, type Party } from '../../adherences/index.ts';
import { sideBySide } from '../../database/side-by-side.ts';
import { findDossiers, presentDossier } from '../../dossiers/index.ts';
import { signatureTypesOf } from '../../entitlements/index.ts';
import { type DocumentRow, findDocuments, type ListedDocument } from '../queries.ts';

/** Where a document stands with the adherences that it needs. */
export interface FeaState {
  /** The module made for it, unless that was deleted, or was signed and is not in force any more. */
  readonly moduleId: number | null;
  /** Is the customer signing it now? */
  readonly moduleSigning: boolean;
  readonly blocked: boolean;
  /** Who has not adhered of those who sign beside the customer, when the customer has. */
  readonly coSigner: string | null;
  /** Those in force that it needs; empty for one that needs none. */
  readonly adherenceIds: readonly number[];
}

const factsOf = (row: ListedDocument) => ({
  type: row.type,
  status: row.status,
  signable: row.signable,
  sigType: row.sig_type,
});

/** Who signs, as the paper or the customer's file names them. */
interface Person extends SignedPerson {
  readonly code: string | null;
}

/** Who signs beside the customer, as the paper names them. */
const others = (row: ListedDocument): Person[] =>
  coSigners(row.type, row.variable_fields).map(({ borrower, firstName, lastName, phone }) => {
    const field = (name: 'FISCAL_CODE' | 'BIRTH_DATE' | 'BIRTH_PLACE'): string | null =>
      textOf(row.variable_fields, driverFieldName(borrower, name)) || null;
    const born = { birthDate: field('BIRTH_DATE'), birthPlace: field('BIRTH_PLACE') };
    return { code: normalisedCode(field('FISCAL_CODE')), firstName, lastName, ...born, mobilePhone: phone || null };
  });

const partiesOf = (row: ListedDocument, customer: Person): Party[] =>
  [customer, ...others(row)].flatMap(({ code }) =>
    code === null ? [] : [{ personCode: code, legalEntity: row.legal_entity }],
  );

/** Does each of those who sign it have an adherence in force, given by themselves? */
function judge(row: ListedDocument, customer: Person, standing: readonly StandingAdherence[]) {
  const { legal_entity: legalEntity, type: documentType } = row;
  const of = (person: Person) =>
    coveringAdherence(standing, { personCode: person.code, legalEntity, documentType, person });
  const own = of(customer);
  const beside = others(row).map((person) => ({ person, adherence: of(person) }));
  const lacking = own && beside.find(({ adherence }) => adherence === undefined);
  return {
    adhered: own !== undefined && lacking === undefined,
    customerAdhered: own !== undefined,
    coSigner: lacking === undefined ? null : personName(lacking.person),
    ids: [own, ...beside.map(({ adherence }) => adherence)].flatMap((one) => one?.id ?? []),
  };
}

/**
 * The state of each of these rows: five queries at most, however many there are.
 * @param held with its transaction: nobody's adherence changes until that ends.
 */
export async function feaStates(
  db: Db,
  rows: readonly ListedDocument[],
  at: Date,
  held?: { readonly until: Tx },
): Promise<(row: ListedDocument) => FeaState> {
  const [judged, modules] = await sideBySide(
    db,
    () => judgedOf(db, rows, at, held),
    () => livingModules(db, rows),
  );
  return (row) => {
    const module = row.fea_module_id === null ? undefined : modules.get(row.fea_module_id);
    const judgement = judged(row);
    if (judgement === null) {
      return { moduleId: module?.id ?? null, moduleSigning: false, blocked: false, coSigner: null, adherenceIds: [] };
    }
    const { blocked, customerAdhered, coSigner, ids } = judgement;
    // A signed module blocks nothing any more: what is missing is somebody else's.
    const useful = coSigner === null && (customerAdhered || module?.status !== 'SIGNED') ? module : undefined;
    return {
      moduleId: useful?.id ?? null,
      moduleSigning: useful !== undefined && (isStarting(useful.status) || useful.status === 'COMPLETING'),
      blocked,
      coSigner,
      adherenceIds: ids,
    };
  };
}

/** Of those that ask for an adherence, what there is of it; null of the others. */
async function judgedOf(db: Db, rows: readonly ListedDocument[], at: Date, held: { readonly until: Tx } | undefined) {
  const startable = rows.filter(isBeforeSigning);
  const typesOf = await signatureTypesOf(
    db,
    startable.map((row) => row.legal_entity),
    at,
  );
  const servicesOf = (row: ListedDocument) => typesOf(row.legal_entity, row.folder_type);
  const asking = startable.filter((row) => takesFeaModule(factsOf(row), servicesOf(row)));
  const isAsking = new Set(asking);
  const customers = await customersOf(db, asking);
  const parties = asking.flatMap((row) => partiesOf(row, customers(row)));
  const standing = await listStanding(db, parties, held);
  return (row: ListedDocument) => {
    if (!isAsking.has(row)) return null;
    const judgement = judge(row, customers(row), standing);
    return { ...judgement, blocked: waitsForAdherence(factsOf(row), servicesOf(row), judgement.adhered) };
  };
}

async function customersOf(db: Db, rows: readonly ListedDocument[]): Promise<(row: ListedDocument) => Person> {
  const dossiers = await findDossiers(db, [...new Set(rows.map((row) => row.dossier_id))]);
  return (row) => {
    const found = dossiers.get(row.dossier_id);
    if (found === undefined) throw new Error(`Document ${row.id} has no customer`);
    const dossier = presentDossier(found);
    return { ...dossier, code: personCode(dossier) };
  };
}

async function livingModules(db: Db, rows: readonly ListedDocument[]): Promise<Map<number, DocumentRow>> {
  const named = [...new Set(rows.flatMap((row) => row.fea_module_id ?? []))];
  const found = named.length === 0 ? [] : await findDocuments(db, named);
  return new Map(found.filter((row) => row.deleted_date === null).map((row) => [row.id, row]));
}

/** May a module be asked for this document? Whether the customer has adhered already is another question. */
export async function wantsFeaModule(db: Db, row: ListedDocument, at: Date): Promise<boolean> {
  const typesOf = await signatureTypesOf(db, [row.legal_entity], at);
  return takesFeaModule(factsOf(row), typesOf(row.legal_entity, row.folder_type));
}

/** Has the customer adhered, so that no module is needed? */
export async function customerAdhered(db: Db, row: ListedDocument): Promise<boolean> {
  const customer = (await customersOf(db, [row]))(row);
  return judge(row, customer, await listStanding(db, partiesOf(row, customer))).customerAdhered;
}
