/** What forms of a customer hold, and the body it becomes: for the wizard, a new customer and one that is edited (specification §3, §5). Pure. */

import type { createDossier } from '#contract/calls/dossiers.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { dossierWarnings, type Known } from '#domain/codes/warnings.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { birthDateIssues } from '#domain/dossiers/birth-date.ts';
import {
  CUSTOMER_FACTS,
  type CustomerFacts,
  FORM_FACTS,
  type FormFact,
  isNeeded,
} from '#domain/dossiers/customer-facts.ts';
import { dossierSchemaFes, type Warning } from '#domain/dossiers/dossier.ts';
import { FISCAL_CODE } from '#domain/dossiers/patterns.ts';
import { ofEach } from '#domain/each.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/signs-simply.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import { issuesOf } from '#domain/validation.ts';
import type { DossierRow } from '../../api/shapes.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { completePhone } from '../../text/phone.ts';
import { parseTypedDate, writtenDay } from '../../text/typed-dates.ts';

/** Typed text; the date of birth as gg/mm/aaaa. */
export type CustomerValues = { kind: 'person' | 'company'; hst: string } & Record<FormFact, string>;

/** Outside the wizard, where the folder tells no brand. */
export type RegistryCustomerValues = CustomerValues & { address: string; brands: Brand[] };

export const EMPTY_CUSTOMER: CustomerValues = {
  kind: 'person',
  hst: '',
  ...ofEach(FORM_FACTS, () => ''),
  mobilePhone: '+39 ',
};

export type BirthOrFiscal = (typeof BIRTH_AND_FISCAL)[number];

/** A directory need not know every fact. */
type PersonOrCompany = Pick<DirectoryCustomer, FormFact & keyof DirectoryCustomer> &
  Partial<Pick<CustomerFacts, FormFact>>;

/** What a customer's row says of the person or company: of a dossier, of RSP, of a DMS. */
export function customerTyped(row: PersonOrCompany, hst: string): CustomerValues {
  return {
    kind: row.organizationName === null ? 'person' : 'company',
    hst,
    ...ofEach(FORM_FACTS, (name) => {
      const known = row[name] ?? '';
      return CUSTOMER_FACTS[name].kind === 'date' && known !== '' ? formatDate(known) : known;
    }),
  };
}

export function customerValues(dossier: DossierRow): RegistryCustomerValues {
  return { ...customerTyped(dossier, dossier.hst), address: dossier.address ?? '', brands: dossier.brands };
}

const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** Of a company alone. */
const OF_COMPANIES: ReadonlySet<FormFact> = new Set(['organizationName', 'representativeFiscalCode']);

function factWritten(name: FormFact, values: CustomerValues): string | null {
  const { kind } = CUSTOMER_FACTS[name];
  const typed = values[name];
  if (kind === 'phone') return completePhone(typed);
  if (isNeeded(name)) return typed.trim();
  if (OF_COMPANIES.has(name) && values.kind === 'person') return null;
  const written = text(typed);
  if (kind === 'date') return written && writtenDay(typed, 'past');
  return kind === 'code' ? (written?.toUpperCase() ?? null) : written;
}

/** What was typed of the person or company; empty values are null. */
export function customerBody(values: CustomerValues) {
  return {
    hst: values.hst,
    rspSearchType: values.kind === 'company' ? ('ORGANIZATION' as const) : ('INDIVIDUAL' as const),
    ...(ofEach(FORM_FACTS, (name) => factWritten(name, values)) as Pick<CustomerFacts, FormFact>),
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
    birthDate: parseTypedDate(values.birthDate, 'past'),
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
