/** Applies the FEA rule to rows: who must have adhered, and the state of a document's module. */
import { type ActiveAdherence, coveringAdherence } from '#domain/adherences/adherence.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import {
  canRequestFeaModule,
  isBeforeSigning,
  normalisedCode,
  personCode,
  waitsForAdherence,
} from '#domain/documents/fea.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import type { SignedPerson } from '#domain/dossiers/same-person.ts';
import { coSigners } from '#domain/papers/co-signers.ts';
import { driverFieldName } from '#domain/papers/labels/driver-fields.ts';
import { textOf } from '#domain/papers/paper-values.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { listActiveAdherences, type Party } from '../../adherences/index.ts';
import { sideBySide } from '../../database/parallel-reads.ts';
import { findDossiers, presentDossier } from '../../dossiers/index.ts';
import { signatureTypesOf } from '../../entitlements/index.ts';
import { type DocumentRow, findDocuments, type ListedDocument } from '../queries.ts';

/** State of a document with respect to the adherences it needs. */
export interface FeaState {
  /** The module made for the document, unless it was deleted, or was signed and its adherence is no longer in force. */
  readonly moduleId: number | null;
  /** Whether the customer is signing it now. */
  readonly moduleSigning: boolean;
  readonly blocked: boolean;
  /** The first co-signer who has not adhered, once the customer has. */
  readonly coSigner: string | null;
  /** Adherences in force that the document needs; empty when it needs none. */
  readonly adherenceIds: readonly number[];
}

const factsOf = (row: ListedDocument) => ({
  type: row.type,
  status: row.status,
  signable: row.signable,
  sigType: row.sig_type,
});

/** A signer as named by the paper or by the dossier. */
interface FeaSigner extends SignedPerson {
  readonly code: string | null;
}

/** The co-signers named by the paper. */
const coSignersOf = (row: ListedDocument): FeaSigner[] =>
  coSigners(row.type, row.variable_fields).map(({ borrower, firstName, lastName, phone }) => {
    const field = (name: 'FISCAL_CODE' | 'BIRTH_DATE' | 'BIRTH_PLACE'): string | null =>
      textOf(row.variable_fields, driverFieldName(borrower, name)) || null;
    const born = { birthDate: field('BIRTH_DATE'), birthPlace: field('BIRTH_PLACE') };
    return { code: normalisedCode(field('FISCAL_CODE')), firstName, lastName, ...born, mobilePhone: phone || null };
  });

const partiesOf = (row: ListedDocument, customer: FeaSigner): Party[] =>
  [customer, ...coSignersOf(row)].flatMap(({ code }) =>
    code === null ? [] : [{ personCode: code, legalEntity: row.legal_entity }],
  );

/** Whether each signer has an adherence in force that they gave themselves. */
function judgeAdherences(row: ListedDocument, customer: FeaSigner, active: readonly ActiveAdherence[]) {
  const { legal_entity: legalEntity, type: documentType } = row;
  const adherenceOf = (person: FeaSigner) =>
    coveringAdherence(active, { personCode: person.code, legalEntity, documentType, person });
  const customerAdherence = adherenceOf(customer);
  const beside = coSignersOf(row).map((person) => ({ person, adherence: adherenceOf(person) }));
  const missing = customerAdherence && beside.find(({ adherence }) => adherence === undefined);
  return {
    adhered: customerAdherence !== undefined && missing === undefined,
    customerAdhered: customerAdherence !== undefined,
    coSigner: missing === undefined ? null : personName(missing.person),
    ids: [customerAdherence, ...beside.map(({ adherence }) => adherence)].flatMap((adherence) => adherence?.id ?? []),
  };
}

/**
 * The state of each of these rows: at most five queries for any number of rows.
 * @param lock with its transaction: no adherence involved changes until it ends.
 */
export async function feaStates(
  db: Db,
  rows: readonly ListedDocument[],
  at: Date,
  lock?: { readonly until: Tx },
): Promise<(row: ListedDocument) => FeaState> {
  const [judgementOf, modules] = await sideBySide(
    db,
    () => judgedOf(db, rows, at, lock),
    () => existingModules(db, rows),
  );
  return (row) => {
    const module = row.fea_module_id === null ? undefined : modules.get(row.fea_module_id);
    const judgement = judgementOf(row);
    if (judgement === null) {
      return { moduleId: module?.id ?? null, moduleSigning: false, blocked: false, coSigner: null, adherenceIds: [] };
    }
    const { blocked, customerAdhered, coSigner, ids } = judgement;
    // A signed module blocks nothing any more: a co-signer's adherence is missing.
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

/** The judgement of rows that require an adherence; null for the others. */
async function judgedOf(db: Db, rows: readonly ListedDocument[], at: Date, lock: { readonly until: Tx } | undefined) {
  const startable = rows.filter(isBeforeSigning);
  const typesOf = await signatureTypesOf(
    db,
    startable.map((row) => row.legal_entity),
    at,
  );
  const servicesOf = (row: ListedDocument) => typesOf(row.legal_entity, row.folder_type);
  const requiring = startable.filter((row) => canRequestFeaModule(factsOf(row), servicesOf(row)));
  const requiringRows = new Set(requiring);
  const customers = await customersOf(db, requiring);
  const parties = requiring.flatMap((row) => partiesOf(row, customers(row)));
  const active = await listActiveAdherences(db, parties, lock);
  return (row: ListedDocument) => {
    if (!requiringRows.has(row)) return null;
    const judgement = judgeAdherences(row, customers(row), active);
    return { ...judgement, blocked: waitsForAdherence(factsOf(row), servicesOf(row), judgement.adhered) };
  };
}

async function customersOf(db: Db, rows: readonly ListedDocument[]): Promise<(row: ListedDocument) => FeaSigner> {
  const dossiers = await findDossiers(db, [...new Set(rows.map((row) => row.dossier_id))]);
  return (row) => {
    const dossierRow = dossiers.get(row.dossier_id);
    if (dossierRow === undefined) throw new Error(`Document ${row.id} has no customer`);
    const dossier = presentDossier(dossierRow);
    return { ...dossier, code: personCode(dossier) };
  };
}

async function existingModules(db: Db, rows: readonly ListedDocument[]): Promise<Map<number, DocumentRow>> {
  const moduleIds = [...new Set(rows.flatMap((row) => row.fea_module_id ?? []))];
  const modules = moduleIds.length === 0 ? [] : await findDocuments(db, moduleIds);
  return new Map(modules.filter((row) => row.deleted_date === null).map((row) => [row.id, row]));
}

/** Whether a module may be requested for this document, regardless of an existing adherence of the customer. */
export async function mayRequestFeaModule(db: Db, row: ListedDocument, at: Date): Promise<boolean> {
  const typesOf = await signatureTypesOf(db, [row.legal_entity], at);
  return canRequestFeaModule(factsOf(row), typesOf(row.legal_entity, row.folder_type));
}

/** Whether the customer has adhered, so that no module is needed. */
export async function customerAdhered(db: Db, row: ListedDocument): Promise<boolean> {
  const customer = (await customersOf(db, [row]))(row);
  return judgeAdherences(row, customer, await listActiveAdherences(db, partiesOf(row, customer))).customerAdhered;
}
