/** Services sold to a legal entity: six types, each with its own fields. */
import { z } from 'zod';
import { folderTypeSchema } from '../folders/folder-type-schemas.ts';
import { FOLDER_TYPES, type FolderType } from '../folders/folder-types.ts';
import { isoDate, optionalText, requiredText } from '../text-schemas.ts';
import { amount } from './amount.ts';

export const SERVICE_TYPES = [
  'DISK_SPACE',
  'STRONGDOX_SPACE',
  'OTP',
  'SIGNATURE_TYPE',
  'TPIM',
  'SIGNATURE_NOTIFICATION',
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Advanced and simple electronic signature. */
export const SERVICE_SIGNATURE_TYPES = ['FEA', 'FES'] as const;
export type ServiceSignatureType = (typeof SERVICE_SIGNATURE_TYPES)[number];

/** 100 TB: sums of many services remain exact in bytes. */
const MAX_MEGABYTES = 100_000_000;
const MAX_OTP = 1_000_000_000;

/** A field that this type of service does not have: must be empty, as in a returned entity. */
const mustBeEmpty = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || value === null || (Array.isArray(value) && value.length === 0), 'unknown')
  .transform(() => null);

const expiresAt = isoDate;
const totalSpace = amount(MAX_MEGABYTES);
const totalOtp = amount(MAX_OTP);
const signatureType = z.enum(SERVICE_SIGNATURE_TYPES);
/** A single signature type as a string, several as a list in the order of SERVICE_SIGNATURE_TYPES; none is null. */
export type SignatureTypesValue = ServiceSignatureType | ServiceSignatureType[] | null;

/** The signature types of a service as a list without duplicates. */
export function listedSignatureTypes(value: SignatureTypesValue | undefined): ServiceSignatureType[] {
  return SERVICE_SIGNATURE_TYPES.filter((type) => (Array.isArray(value) ? value.includes(type) : value === type));
}

/** The representation of a service's signature types in bodies and responses. */
export function signatureTypesValue(types: readonly ServiceSignatureType[]): SignatureTypesValue {
  const [first, ...others] = listedSignatureTypes([...types]);
  return first === undefined ? null : others.length === 0 ? first : [first, ...others];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** An archive is sold for one signature type or for several. */
const signatureTypes = z
  .union([signatureType, z.array(signatureType).min(1).max(SERVICE_SIGNATURE_TYPES.length)], {
    error: ({ input }) => (isEmpty(input) ? 'required' : 'oneOf'),
  })
  .transform((value) => signatureTypesValue(listedSignatureTypes(value)));
/** The covered folder types: an empty selection means all. */
export const coveredFolderTypes = (chosen: readonly FolderType[] | null | undefined): FolderType[] =>
  chosen?.length ? [...new Set(chosen)] : [...FOLDER_TYPES];

const folderTypeSet = z.array(folderTypeSchema).max(FOLDER_TYPES.length).nullish().transform(coveredFolderTypes);
const notes = optionalText();

const EMPTY_FIELDS = {
  expiresAt: mustBeEmpty,
  totalSpace: mustBeEmpty,
  totalOtp: mustBeEmpty,
  signatureType: mustBeEmpty,
  folderTypeSet: mustBeEmpty,
  notes: mustBeEmpty,
};

/** Form fields by type; all are required except the notes, and the folder types if all of them are meant. */
export const SERVICE_FIELDS = {
  DISK_SPACE: { expiresAt, totalSpace, notes },
  STRONGDOX_SPACE: { expiresAt, totalSpace, signatureType: signatureTypes, notes },
  OTP: { totalOtp, notes },
  SIGNATURE_TYPE: { expiresAt, signatureType, folderTypeSet, notes },
  TPIM: { expiresAt },
  SIGNATURE_NOTIFICATION: { expiresAt, signatureType },
} as const satisfies Record<ServiceType, z.ZodRawShape>;

function serviceShape<T extends ServiceType>(type: T) {
  const fields = { ...EMPTY_FIELDS, ...SERVICE_FIELDS[type] };
  return {
    serviceType: z.literal(type),
    ...(fields as Omit<typeof EMPTY_FIELDS, keyof (typeof SERVICE_FIELDS)[T]> & (typeof SERVICE_FIELDS)[T]),
  };
}

/** All fields of each type of service except its legal entity; fields of other types must be empty. */
export const SERVICE_SHAPES = {
  DISK_SPACE: serviceShape('DISK_SPACE'),
  STRONGDOX_SPACE: serviceShape('STRONGDOX_SPACE'),
  OTP: serviceShape('OTP'),
  SIGNATURE_TYPE: serviceShape('SIGNATURE_TYPE'),
  TPIM: serviceShape('TPIM'),
  SIGNATURE_NOTIFICATION: serviceShape('SIGNATURE_NOTIFICATION'),
};

/** Message for a missing or unknown service type. */
export const serviceTypeIssue = {
  error: (issue: { input?: unknown }) => {
    const { serviceType } = (issue.input ?? {}) as { serviceType?: unknown };
    return serviceType === undefined || serviceType === null ? 'required' : 'oneOf';
  },
};

const ofEntity = <S extends z.ZodRawShape>(fields: S) => z.strictObject({ ...fields, legalEntity: requiredText() });

/** A new service. */
export const serviceSchema = z.discriminatedUnion(
  'serviceType',
  [
    ofEntity(SERVICE_SHAPES.DISK_SPACE),
    ofEntity(SERVICE_SHAPES.STRONGDOX_SPACE),
    ofEntity(SERVICE_SHAPES.OTP),
    ofEntity(SERVICE_SHAPES.SIGNATURE_TYPE),
    ofEntity(SERVICE_SHAPES.TPIM),
    ofEntity(SERVICE_SHAPES.SIGNATURE_NOTIFICATION),
  ],
  serviceTypeIssue,
);

/** Values of a service of any type; fields that its type lacks are null. */
export interface ServiceValues {
  serviceType: ServiceType;
  /** ISO date; valid until the end of that day in Rome. */
  expiresAt: string | null;
  /** MB. */
  totalSpace: number | null;
  totalOtp: number | null;
  signatureType: SignatureTypesValue;
  folderTypeSet: FolderType[] | null;
  notes: string | null;
}
