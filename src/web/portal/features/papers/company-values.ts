/** The form of a legal entity's company data: text values, converted to and from the server's format. Pure. */
import { z } from 'zod';
import type { FieldIssue } from '#domain/errors.ts';
import {
  COMPANY_FIELDS,
  type CompanyFacts,
  type CompanyField,
  hasCompanyField,
} from '#domain/papers/versions/version-schemas.ts';
import { MAX_NOTE } from '#domain/papers/versions/versions.ts';
import { issuesOf } from '#domain/validation.ts';
import type { CompanyBody } from '../../api/queries/papers.ts';

export const COMPANY_GROUPS = {
  letterhead: ['legalName', 'registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'],
  signature: ['provider', 'publicPage', 'assistance', 'insurer', 'policy', 'coverage'],
  vehicles: ['vehicleInsurer', 'vehiclePolicy', 'driverAge', 'driverYears'],
  handwriting: ['custodian'],
} as const satisfies Record<string, readonly CompanyField[]>;

/** The fields for a legal entity, or for the national company (null). */
export const companyGroups = (legalEntity: string | null) =>
  Object.entries(COMPANY_GROUPS)
    .map(([group, fields]) => ({
      group: group as keyof typeof COMPANY_GROUPS,
      fields: fields.filter((field) => hasCompanyField(field, legalEntity)),
    }))
    .filter(({ fields }) => fields.length > 0);

export type CompanyValues = Record<CompanyField | 'note', string>;

const FIELDS = Object.values(COMPANY_GROUPS).flat();

export function companyValues(facts: CompanyFacts | null, note: string | null): CompanyValues {
  const values = FIELDS.map((field) => [field, facts?.[field] ?? '']);
  return { ...Object.fromEntries(values), note: note ?? '' } as CompanyValues;
}

export function companyBody(values: CompanyValues): CompanyBody {
  const facts = FIELDS.map((field) => [field, values[field].trim() || null]);
  return { kind: 'COMPANY', note: values.note.trim() || null, company: Object.fromEntries(facts) as CompanyFacts };
}

const schema = z.object(COMPANY_FIELDS);

export function companyIssues(values: CompanyValues): FieldIssue[] {
  const issues = issuesOf('paperVersion', schema, companyBody(values).company);
  if (values.note.trim().length <= MAX_NOTE) return issues;
  return [...issues, { objectName: 'paperVersion', field: 'note', code: 'max', parameters: { max: MAX_NOTE } }];
}
