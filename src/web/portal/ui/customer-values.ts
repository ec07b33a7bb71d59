/** What forms of a customer hold, and the body it becomes: for the wizard, a new customer and one that is edited (specification §3, §5). Pure. */
import type { BodyOf } from '#contract/call-types.ts';
import type { createDossier } from '#contract/calls/dossiers.ts';
import { dossierWarnings, type Known } from '#domain/codes/warnings.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { birthDateIssues } from '#domain/dossiers/birth-date.ts';
import { dossierSchemaFes, type Warning } from '#domain/dossiers/dossier.ts';
import { FISCAL_CODE } from '#domain/dossiers/patterns.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/signs-simply.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import { issuesOf } from '#domain/validation.ts';
import type { DossierRow } from '../api/shapes.ts';
import { formatDate, parseTypedDate, toIsoDate } from '../text/dates.ts';
import { completePhone } from '../text/phone.ts';

/** Typed text; the date of birth as gg/mm/aaaa. */
export type CustomerValues = {
  kind: 'person' | 'company';
  hst: string;
  organizationName: string;
  firstName: string;
  lastName: string;
  fiscalCode: string;
  representativeFiscalCode: string;
  birthDate: string;
  birthPlace: string;
  mobilePhone: string;
  email: string;
  street: string;
  city: string;
  postalCode: string;
};

/** Outside the wizard, where the folder tells no brand. */
export type RegistryCustomerValues = CustomerValues & { address: string; brands: Brand[] };

export const EMPTY_CUSTOMER: CustomerValues = {
  kind: 'person',
  hst: '',
  organizationName: '',
  firstName: '',
  lastName: '',
  fiscalCode: '',
  representativeFiscalCode: '',
  birthDate: '',
  birthPlace: '',
  mobilePhone: '+39 ',
  email: '',
  street: '',
  city: '',
  postalCode: '',
};

export type BirthOrFiscal = (typeof BIRTH_AND_FISCAL)[number];

type PersonOrCompany = Pick<DirectoryCustomer, Exclude<keyof CustomerValues, 'kind' | 'hst'>>;

/** What a customer's row says of the person or company: of a dossier, of RSP, of a DMS. */
export function customerTyped(row: PersonOrCompany, hst: string): CustomerValues {
  return {
    kind: row.organizationName === null ? 'person' : 'company',
    hst,
    organizationName: row.organizationName ?? '',
    firstName: row.firstName,
    lastName: row.lastName,
    fiscalCode: row.fiscalCode ?? '',
    representativeFiscalCode: row.representativeFiscalCode ?? '',
    birthDate: row.birthDate === null ? '' : formatDate(row.birthDate),
    birthPlace: row.birthPlace ?? '',
    mobilePhone: row.mobilePhone,
    email: row.email,
    street: row.street,
    city: row.city,
    postalCode: row.postalCode,
  };
}

export function customerValues(dossier: DossierRow): RegistryCustomerValues {
  return { ...customerTyped(dossier, dossier.hst), address: dossier.address ?? '', brands: dossier.brands };
}

const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** What was typed of the person or company; empty values are null. */
export function customerBody(values: CustomerValues) {
  const company = values.kind === 'company';
  return {
    hst: values.hst,
    rspSearchType: company ? ('ORGANIZATION' as const) : ('INDIVIDUAL' as const),
    organizationName: company ? text(values.organizationName) : null,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    fiscalCode: text(values.fiscalCode)?.toUpperCase() ?? null,
    representativeFiscalCode: company ? (text(values.representativeFiscalCode)?.toUpperCase() ?? null) : null,
    birthDate: text(values.birthDate) === null ? null : (parseTypedDate(values.birthDate) ?? values.birthDate),
    birthPlace: text(values.birthPlace),
    mobilePhone: completePhone(values.mobilePhone),
    email: values.email.trim(),
    street: values.street.trim(),
    city: values.city.trim(),
    postalCode: values.postalCode.trim(),
  };
}

/** A customer as it is created; an edit adds the id. */
export type CustomerBody = BodyOf<typeof createDossier>;

/** A whole customer to be written: what is not on the form stays as it was (the link to RSP or a DMS). */
export function registryBody(values: RegistryCustomerValues, row: DossierRow | null): CustomerBody {
  const mine = { ...customerBody(values), address: text(values.address), brands: values.brands };
  if (row === null) return { ...mine, dossierType: 'new' };
  // A customer that RSP does not know has no kind there.
  return { ...row, ...mine, rspSearchType: row.rspSearchType === null ? null : mine.rspSearchType };
}

/** @param required of birth and fiscal data: none where the legal entity signs simply (P-9). */
export function customerIssues(values: CustomerValues, required: readonly BirthOrFiscal[]): FieldIssue[] {
  const body = customerBody(values);
  const issues = [
    ...issuesOf('dossier', dossierSchemaFes, body),
    ...birthDateIssues(body.birthDate, toIsoDate(new Date())),
  ];
  const missing: (keyof CustomerValues)[] = required.filter((field) => values[field].trim() === '');
  if (values.kind === 'company' && values.organizationName.trim() === '') missing.push('organizationName');
  return [...missing.map((field): FieldIssue => ({ objectName: 'dossier', field, code: 'required' })), ...issues];
}

const shaped = (code: string | null): string | null => (code !== null && FISCAL_CODE.test(code) ? code : null);

/** The code that speaks of the person: of a company, that of whoever signs for it. */
export function personalCode(values: Pick<CustomerValues, 'kind' | 'fiscalCode' | 'representativeFiscalCode'>): string {
  return (values.kind === 'company' ? values.representativeFiscalCode : values.fiscalCode).trim().toUpperCase();
}

/** While the places are not known, only the codes themselves are doubted. */
const nothingKnown = (): Known => ({ today: toIsoDate(new Date()), placeOf: () => undefined });

/** What of the codes, birth and address deserves a second look (P-15); nothing while a value has not even its shape. */
export function customerDoubts(values: CustomerValues, language: Language, known = nothingKnown()): Warning[] {
  const body = customerBody(values);
  const codes = {
    ...body,
    birthDate: parseTypedDate(values.birthDate),
    fiscalCode: shaped(body.fiscalCode),
    representativeFiscalCode: shaped(body.representativeFiscalCode),
  };
  return dossierWarnings(codes, language, known);
}

/**
 * Birth and fiscal data that an edit must hold: all of them for the FEA module; else what is there already and the legal
 * entity may not do without, for a gap that was there stays allowed (P-9).
 */
export function requiredInEdit(dossier: DossierRow, rule: { fes: boolean; complete: boolean }): BirthOrFiscal[] {
  if (rule.complete) return [...BIRTH_AND_FISCAL];
  return rule.fes ? [] : BIRTH_AND_FISCAL.filter((field) => dossier[field] !== null);
}
