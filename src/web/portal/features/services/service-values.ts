/** What the form of a service holds, and how it becomes the server's body: the same rules on both sides (specification §5 "Service form"). Pure. */

import type { createService } from '#contract/calls/services.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import {
  listedSignatureTypes,
  SERVICE_FIELDS,
  SERVICE_TYPES,
  type ServiceSignatureType,
  type ServiceType,
  serviceSchema,
  signatureTypesValue,
} from '#domain/entitlements/service-types.ts';
import type { FieldIssue } from '#domain/errors.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { issuesOf } from '#domain/validation.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { dayTyped, typedDay } from '../../connected/form/expiry-field.tsx';
import { parseTypedCount } from '../../text/numbers.ts';

/** As typed and chosen; empty texts are what is not there. */
export interface ServiceValues extends Record<string, unknown> {
  serviceType: ServiceType | '';
  legalEntity: string;
  expiresAt: string;
  totalSpace: string;
  totalOtp: string;
  /** One, or for a type that takes several any number of them. */
  signatureType: ServiceSignatureType[];
  folderTypeSet: FolderType[];
  notes: string;
}

export type ServiceField = Exclude<keyof ServiceValues & string, 'serviceType' | 'legalEntity'>;
const FIELDS = ['totalOtp', 'totalSpace', 'signatureType', 'folderTypeSet', 'expiresAt', 'notes'] as const;

/** The fields that a type shows, in the order of the form. */
export function fieldsOf(type: ServiceType | ''): readonly (typeof FIELDS)[number][] {
  return type === '' ? [] : FIELDS.filter((field) => field in SERVICE_FIELDS[type]);
}

/** A type of service that may be sold for several signature types at once (specification §3). */
export const takesSeveralSignatureTypes = (type: ServiceType | ''): boolean => type === 'STRONGDOX_SPACE';

export function isServiceType(value: string | null): value is ServiceType {
  return SERVICE_TYPES.some((type) => type === value);
}

const text = (value: number | null): string => (value === null ? '' : String(value));

/** @param legalEntity the one that is looked at when a new service is begun. */
export function serviceValues(row: ServiceRow | null, legalEntity = ''): ServiceValues {
  return {
    serviceType: row?.serviceType ?? '',
    legalEntity: row?.legalEntity ?? legalEntity,
    expiresAt: dayTyped(row?.expiresAt ?? null),
    totalSpace: text(row?.totalSpace ?? null),
    totalOtp: text(row?.totalOtp ?? null),
    signatureType: listedSignatureTypes(row?.signatureType),
    folderTypeSet: row?.folderTypeSet ?? [],
    notes: row?.notes ?? '',
  };
}

export type ServiceBody = BodyOf<typeof createService>;

/** Only what the type has: what was typed for another one does not travel. */
export function serviceBody(values: ServiceValues): ServiceBody {
  const sent: Record<ServiceField, unknown> = {
    expiresAt: typedDay(values.expiresAt),
    totalSpace: parseTypedCount(values.totalSpace),
    totalOtp: parseTypedCount(values.totalOtp),
    signatureType: signatureTypesValue(values.signatureType),
    folderTypeSet: values.folderTypeSet,
    notes: values.notes.trim() || null,
  };
  return {
    serviceType: values.serviceType || undefined,
    legalEntity: values.legalEntity || undefined,
    ...Object.fromEntries(fieldsOf(values.serviceType).map((field) => [field, sent[field]])),
    // As it is typed: `serviceIssues` holds it to the type's schema before it is sent.
  } as ServiceBody;
}

export function serviceIssues(values: ServiceValues): FieldIssue[] {
  const issues = issuesOf('service', serviceSchema, serviceBody(values));
  // Without a type no other rule is known; that the legal entity is missing is.
  if (values.serviceType === '' && values.legalEntity === '') {
    issues.push({ objectName: 'service', field: 'legalEntity', code: 'required' });
  }
  return issues;
}
