/** Values of customer forms and their conversion to the body, for the wizard, a new customer and an edit. Pure. */
import type { createDossier } from '#contract/calls/dossiers.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { dossierWarnings, type WarningContext } from '#domain/codes/code-warnings.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { birthDateIssues } from '#domain/dossiers/birth-date.ts';
import { FISCAL_CODE } from '#domain/dossiers/contact-patterns.ts';
import {
  CUSTOMER_FACTS,
  type CustomerFacts,
  FORM_FACTS,
  type FormFact,
  isRequiredFact,
} from '#domain/dossiers/customer-facts.ts';
import { dossierSchemaFes, type Warning } from '#domain/dossiers/dossier.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/simple-signature.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import { recordOf } from '#domain/record-of.ts';
import { issuesOf } from '#domain/validation.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { completePhone } from '../../text/phone-number.ts';
import { parsedDay, parseTypedDate } from '../../text/typed-dates.ts';

/** Raw input; the date of birth as gg/mm/aaaa. */
export type CustomerValues = { kind: 'person' | 'company'; hst: string } & Record<FormFact, string>;

/** Outside the wizard, where no folder gives the brand. */
export type RegistryCustomerValues = CustomerValues & { address: string; brands: Brand[] };

export const EMPTY_CUSTOMER: CustomerValues = {
  kind: 'person',
  hst: '',
  ...recordOf(FORM_FACTS, () => ''),
  mobilePhone: '+39 ',
};

export type BirthOrFiscal = (typeof BIRTH_AND_FISCAL)[number];

/** A directory may lack some facts. */
type PersonOrCompany = Pick<DirectoryCustomer, FormFact & keyof DirectoryCustomer> &
  Partial<Pick<CustomerFacts, FormFact>>;

/** The person's or company's values from a row of a dossier, RSP or a DMS. */
export function customerValuesOf(row: PersonOrCompany, hst: string): CustomerValues {
  return {
    kind: row.organizationName === null ? 'person' : 'company',
    hst,
    ...recordOf(FORM_FACTS, (name) => {
      const value = row[name] ?? '';
      return CUSTOMER_FACTS[name].kind === 'date' && value !== '' ? formatDate(value) : value;
    }),
  };
}

export function customerValues(dossier: DossierRow): RegistryCustomerValues {
  return { ...customerValuesOf(dossier, dossier.hst), address: dossier.address ?? '', brands: dossier.brands };
}

const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** Only for companies. */
const COMPANY_FACTS: ReadonlySet<FormFact> = new Set(['organizationName', 'representativeFiscalCode']);

function factValue(name: FormFact, values: CustomerValues): string | null {
  const { kind } = CUSTOMER_FACTS[name];
  const typed = values[name];
  if (kind === 'phone') return completePhone(typed);
  if (isRequiredFact(name)) return typed.trim();
  if (COMPANY_FACTS.has(name) && values.kind === 'person') return null;
  const written = text(typed);
  if (kind === 'date') return written && parsedDay(typed, 'past');
  return kind === 'code' ? (written?.toUpperCase() ?? null) : written;
}

/** The person's or company's values for the body; empty values become null. */
export function customerBody(values: CustomerValues) {
  return {
    hst: values.hst,
    rspSearchType: values.kind === 'company' ? ('ORGANIZATION' as const) : ('INDIVIDUAL' as const),
    ...(recordOf(FORM_FACTS, (name) => factValue(name, values)) as Pick<CustomerFacts, FormFact>),
  };
}

/** The body of a new customer; an edit adds the id. */
export type CustomerBody = BodyOf<typeof createDossier>;

/** The complete customer to write: values not on the form (the link to RSP or a DMS) stay unchanged. */
export function registryBody(values: RegistryCustomerValues, row: DossierRow | null): CustomerBody {
  const formValues = { ...customerBody(values), address: text(values.address), brands: values.brands };
  if (row === null) return { ...formValues, dossierType: 'new' };
  // A customer unknown to RSP has no kind there.
  return { ...row, ...formValues, rspSearchType: row.rspSearchType === null ? null : formValues.rspSearchType };
}

/** @param required which birth and fiscal data are required: none where the legal entity uses the simple signature. */
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

const wellFormedCode = (code: string | null): string | null => (code !== null && FISCAL_CODE.test(code) ? code : null);

/** The person's code; for a company, that of its representative. */
export function personalCode(values: Pick<CustomerValues, 'kind' | 'fiscalCode' | 'representativeFiscalCode'>): string {
  return (values.kind === 'company' ? values.representativeFiscalCode : values.fiscalCode).trim().toUpperCase();
}

/** Until the places are loaded, only the codes themselves are checked. */
const withoutPlaces = (): WarningContext => ({ today: toIsoDate(new Date()), placeOf: () => undefined });

/** Doubts about codes, birth and address; none while a value is still malformed. */
export function customerDoubts(values: CustomerValues, language: Language, known = withoutPlaces()): Warning[] {
  const body = customerBody(values);
  const codes = {
    ...body,
    birthDate: parseTypedDate(values.birthDate, 'past'),
    fiscalCode: wellFormedCode(body.fiscalCode),
    representativeFiscalCode: wellFormedCode(body.representativeFiscalCode),
  };
  return dossierWarnings(codes, language, known);
}

/**
 * Birth and fiscal data required in an edit: all for the FEA module; otherwise those already present that the legal
 * entity needs. An existing gap may stay.
 */
export function requiredInEdit(dossier: DossierRow, rule: { fes: boolean; complete: boolean }): BirthOrFiscal[] {
  if (rule.complete) return [...BIRTH_AND_FISCAL];
  return rule.fes ? [] : BIRTH_AND_FISCAL.filter((field) => dossier[field] !== null);
}
