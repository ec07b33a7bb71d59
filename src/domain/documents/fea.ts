/** The FEA rule: which documents wait for the customer's signed module, and what the module needs to know (specification §4, P-9, D-2, D-3). */
import { type Dossier, MOBILE_PHONE } from '../dossiers/dossier.ts';
import type { ServiceSignatureType } from '../entitlements/service-types.ts';
import type { FieldIssue } from '../errors.ts';
import type { DocumentStatus, SignatureType } from './life.ts';

const FEA_MODULE = 'FEA_MODULE';

export interface FeaFacts {
  type: string;
  status: DocumentStatus;
  signable: boolean;
  sigType: SignatureType | null;
}

/** Is it signed as FEA? With services of both kinds it is; the module itself is exempt (P-9). */
export function needsFea(document: FeaFacts, services: readonly ServiceSignatureType[]): boolean {
  if (!document.signable || document.type === FEA_MODULE) return false;
  return document.sigType === 'FEA' || services.includes('FEA');
}

/** True while nothing but the missing signature on its module keeps a document from being started. */
export function waitsForFeaModule(
  document: FeaFacts,
  services: readonly ServiceSignatureType[],
  moduleStatus: DocumentStatus | null,
): boolean {
  return document.status === 'READY_TO_SIGN' && needsFea(document, services) && moduleStatus !== 'SIGNED';
}

/** Statuses in which a module is still of use to the document. */
const BEFORE_SIGNING: readonly DocumentStatus[] = ['DRAFT', 'READY_TO_SIGN', 'EXPIRED'];

/** May a module be asked for this document? */
export function takesFeaModule(document: FeaFacts, services: readonly ServiceSignatureType[]): boolean {
  return BEFORE_SIGNING.includes(document.status) && needsFea(document, services);
}

const NEEDED = [
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
  (typeof NEEDED)[number] | 'fiscalCode' | 'representativeFiscalCode' | 'organizationName' | 'rspSearchType'
>;

/** Who signs is a person: for a company its code is the representative's, never the company's own (P-6). */
function personalCode(dossier: FeaPerson): { field: 'fiscalCode' | 'representativeFiscalCode'; value: string | null } {
  const company = dossier.organizationName !== null || dossier.rspSearchType === 'ORGANIZATION';
  if (!company) return { field: 'fiscalCode', value: dossier.fiscalCode };
  const own = dossier.fiscalCode?.length === 16 ? dossier.fiscalCode : null;
  return { field: 'representativeFiscalCode', value: dossier.representativeFiscalCode ?? own };
}

/** What the module prints of its signer and the dossier lacks. */
export function feaDataIssues(dossier: FeaPerson): FieldIssue[] {
  const code = personalCode(dossier);
  const missing = [...NEEDED.map((field) => ({ field, value: dossier[field] })), code].filter(
    ({ value }) => value === null || value.trim() === '',
  );
  const issues = missing.map(({ field }): FieldIssue => ({ objectName: 'dossier', field, code: 'required' }));
  if (dossier.mobilePhone.trim() !== '' && !MOBILE_PHONE.test(dossier.mobilePhone)) {
    issues.push({ objectName: 'dossier', field: 'mobilePhone', code: 'mobilePhone' });
  }
  return issues;
}
