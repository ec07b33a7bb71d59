/**
 * The specification's "Service form": the fields depend on the type, each must be filled and valid, and only notes and
 * folder types may be empty.
 */
import {
  SERVICE_FIELDS,
  SERVICE_TYPES,
  type ServiceType,
  serviceSchema,
} from '../../src/domain/entitlements/service-types.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { count, date, oneOf, optionalLine, requiredLine, unknown } from './texts.ts';

const FOLDER_TYPE_SET: ValidationRule = {
  rule: 'folderTypeSet contains folder types; absent or empty, it means all of them',
  field: 'folderTypeSet',
  accepted: [
    { folderTypeSet: ['SALE_NEW'] },
    { folderTypeSet: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'] },
    { folderTypeSet: undefined },
    { folderTypeSet: null },
    { folderTypeSet: [] },
  ],
  refused: [[{ folderTypeSet: 'SALE_NEW' }, 'type']],
};

const RULES: Record<string, ValidationRule> = {
  expiresAt: date('expiresAt', true),
  totalSpace: count('totalSpace', 100_000_000),
  totalOtp: count('totalOtp', 1_000_000_000),
  signatureType: oneOf('signatureType', ['FEA', 'FES']),
  folderTypeSet: FOLDER_TYPE_SET,
  notes: optionalLine('notes'),
};

const SIGNATURE_TYPES_OF_ARCHIVE: ValidationRule = {
  rule: 'signatureType is FEA, FES or a list of them that is not empty',
  field: 'signatureType',
  accepted: ['FEA', 'FES', ['FEA'], ['FES', 'FEA']].map((signatureType) => ({ signatureType })),
  refused: [
    ...[undefined, null, []].map((signatureType): [Change, string] => [{ signatureType }, 'required']),
    ...['ALTRO', '', 7, ['ALTRO'], ['FEA', null], ['FEA', 'FES', 'FEA'], 'FEA,FES', {}].map(
      (signatureType): [Change, string] => [{ signatureType }, 'oneOf'],
    ),
  ],
};

const RULES_OF_TYPE: Partial<Record<ServiceType, Record<string, ValidationRule>>> = {
  STRONGDOX_SPACE: { signatureType: SIGNATURE_TYPES_OF_ARCHIVE },
};

/** A valid value for each field that any type has. */
const VALUES: Record<string, unknown> = {
  expiresAt: '2999-12-31',
  totalSpace: 1000,
  totalOtp: 1000,
  signatureType: 'FES',
  folderTypeSet: ['SALE_NEW'],
  notes: 'Rinnovo',
};

const notOfType = (field: string): ValidationRule => ({
  rule: `${field} is not a field of this type: empty or refused`,
  field,
  accepted: [undefined, null].map((value) => ({ [field]: value })),
  refused: [[{ [field]: VALUES[field] }, 'unknown']],
});

const TYPE: ValidationRule = {
  rule: 'serviceType is one of the six',
  field: 'serviceType',
  accepted: [],
  refused: [
    ...[undefined, null].map((serviceType): [Change, string] => [{ serviceType }, 'required']),
    ...['ALTRO', '', 'otp', 7].map((serviceType): [Change, string] => [{ serviceType }, 'oneOf']),
  ],
};

const table = (type: ServiceType): ValidationTable => {
  const own = Object.keys(SERVICE_FIELDS[type]);
  return {
    name: `a service ${type}`,
    objectName: 'service',
    body: () => ({
      serviceType: type,
      legalEntity: 'LE001',
      ...Object.fromEntries(own.map((field) => [field, VALUES[field]])),
    }),
    browser: (body) => issuesOf('service', serviceSchema, body),
    send: (portal, body) => portal.callAs('admin', 'POST', '/api/intesys-services', body),
    rules: [
      TYPE,
      requiredLine('legalEntity', []),
      ...Object.entries({ ...RULES, ...RULES_OF_TYPE[type] }).map(([field, rule]) =>
        own.includes(field) ? rule : notOfType(field),
      ),
      ...unknown('id', 'usedSpace', 'lastModifiedDate'),
    ],
  };
};

export const SERVICES: readonly ValidationTable[] = SERVICE_TYPES.map(table);
