/** The FEA rule: which documents wait for the customer's adherence, and which data the module requires. */

import { MOBILE_PHONE } from '../dossiers/contact-patterns.ts';
import { isCompany } from '../dossiers/customer-name.ts';
import type { Dossier } from '../dossiers/dossier.ts';
import type { ServiceSignatureType } from '../entitlements/service-types.ts';
import type { FieldIssue } from '../errors.ts';
import type { DocumentStatus, SignatureType } from './document-states.ts';

export const FEA_MODULE = 'FEA_MODULE';

export interface FeaFacts {
  type: string;
  status: DocumentStatus;
  signable: boolean;
  sigType: SignatureType | null;
}

/** Whether the document needs FEA. With services of both kinds it does; the module itself is exempt. */
export function needsFea(document: FeaFacts, services: readonly ServiceSignatureType[]): boolean {
  if (!document.signable || document.type === FEA_MODULE) return false;
  return document.sigType === 'FEA' || services.includes('FEA');
}

/**
 * True while only a missing adherence keeps a document from being started.
 * @param adhered whether each of its signers has an adherence in force that covers it.
 */
export function waitsForAdherence(
  document: FeaFacts,
  services: readonly ServiceSignatureType[],
  adhered: boolean,
): boolean {
  return document.status === 'READY_TO_SIGN' && needsFea(document, services) && !adhered;
}

/** Statuses in which a module is still useful for the document. */
const BEFORE_SIGNING: readonly DocumentStatus[] = ['DRAFT', 'READY_TO_SIGN', 'EXPIRED'];

/** Whether a module could be requested for it, regardless of the services. */
export const isBeforeSigning = ({ status, signable }: Pick<FeaFacts, 'status' | 'signable'>): boolean =>
  signable && BEFORE_SIGNING.includes(status);

/** Whether a module can be requested for this document. */
export function canRequestFeaModule(document: FeaFacts, services: readonly ServiceSignatureType[]): boolean {
  return BEFORE_SIGNING.includes(document.status) && needsFea(document, services);
}

const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'birthDate',
  'birthPlace',
  'mobilePhone',
  'street',
  'city',
  'postalCode',
] as const;

export type FeaPerson = Pick<
  Dossier,
  (typeof REQUIRED_FIELDS)[number] | 'fiscalCode' | 'representativeFiscalCode' | 'organizationName' | 'rspSearchType'
>;

/** The signer is a person: for a company the code is the representative's, never the company's own. */
export function personalCode(
  dossier: Pick<FeaPerson, 'fiscalCode' | 'representativeFiscalCode' | 'organizationName' | 'rspSearchType'>,
): { field: 'fiscalCode' | 'representativeFiscalCode'; value: string | null } {
  if (!isCompany(dossier)) return { field: 'fiscalCode', value: dossier.fiscalCode };
  const personalFiscalCode = dossier.fiscalCode?.length === 16 ? dossier.fiscalCode : null;
  return { field: 'representativeFiscalCode', value: dossier.representativeFiscalCode ?? personalFiscalCode };
}

/** A codice fiscale in the normalized form that identifies a person. */
export const normalisedCode = (code: string | null): string | null => code?.replace(/\s/g, '').toUpperCase() || null;

/** The person whose adherence covers a customer's documents, across dossiers. */
export const personCode = (dossier: Parameters<typeof personalCode>[0]): string | null =>
  normalisedCode(personalCode(dossier).value);

/** Data that the module prints of its signer but the dossier lacks. */
export function feaDataIssues(dossier: FeaPerson): FieldIssue[] {
  const code = personalCode(dossier);
  const missing = [...REQUIRED_FIELDS.map((field) => ({ field, value: dossier[field] })), code].filter(
    ({ value }) => value === null || value.trim() === '',
  );
  const issues = missing.map(({ field }): FieldIssue => ({ objectName: 'dossier', field, code: 'required' }));
  if (dossier.mobilePhone.trim() !== '' && !MOBILE_PHONE.test(dossier.mobilePhone)) {
    issues.push({ objectName: 'dossier', field: 'mobilePhone', code: 'mobilePhone' });
  }
  return issues;
}
