/** Values of the service form and their conversion to the server's body; both sides use the same rules. Pure. */
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
import { toFieldText, toServerDay } from '../../connected/form/expiry-field.tsx';
import { parseTypedCount } from '../../text/numbers.ts';

/** Raw input; an empty text is a missing value. */
export interface ServiceValues extends Record<string, unknown> {
  serviceType: ServiceType | '';
  legalEntity: string;
  expiresAt: string;
  totalSpace: string;
  totalOtp: string;
  /** One value, or several for a type that allows it. */
  signatureType: ServiceSignatureType[];
  folderTypeSet: FolderType[];
  notes: string;
}

export type ServiceField = Exclude<keyof ServiceValues & string, 'serviceType' | 'legalEntity'>;
const FIELDS = ['totalOtp', 'totalSpace', 'signatureType', 'folderTypeSet', 'expiresAt', 'notes'] as const;

/** The fields of a type, in form order. */
export function fieldsOf(type: ServiceType | ''): readonly (typeof FIELDS)[number][] {
  return type === '' ? [] : FIELDS.filter((field) => field in SERVICE_FIELDS[type]);
}

/** Whether the service type can be sold for several signature types together. */
export const takesSeveralSignatureTypes = (type: ServiceType | ''): boolean => type === 'STRONGDOX_SPACE';

export function isServiceType(value: string | null): value is ServiceType {
  return SERVICE_TYPES.some((type) => type === value);
}

const text = (value: number | null): string => (value === null ? '' : String(value));

/** @param legalEntity legal entity shown when a new service is begun. */
export function serviceValues(row: ServiceRow | null, legalEntity = ''): ServiceValues {
  return {
    serviceType: row?.serviceType ?? '',
    legalEntity: row?.legalEntity ?? legalEntity,
    expiresAt: toFieldText(row?.expiresAt ?? null),
    totalSpace: text(row?.totalSpace ?? null),
    totalOtp: text(row?.totalOtp ?? null),
    signatureType: listedSignatureTypes(row?.signatureType),
    folderTypeSet: row?.folderTypeSet ?? [],
    notes: row?.notes ?? '',
  };
}

export type ServiceBody = BodyOf<typeof createService>;

/** Sends only the type's own fields, not values typed for another type. */
export function serviceBody(values: ServiceValues): ServiceBody {
  const sent: Record<ServiceField, unknown> = {
    expiresAt: toServerDay(values.expiresAt),
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
    // Raw input: `serviceIssues` checks it against the type's schema before it is sent.
  } as ServiceBody;
}

export function serviceIssues(values: ServiceValues): FieldIssue[] {
  const issues = issuesOf('service', serviceSchema, serviceBody(values));
  // Without a type only one further rule can be checked: the legal entity is required.
  if (values.serviceType === '' && values.legalEntity === '') {
    issues.push({ objectName: 'service', field: 'legalEntity', code: 'required' });
  }
  return issues;
}
