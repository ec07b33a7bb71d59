/** Services sold to a legal entity: six types, each with fields of its own (specification §3 "Service", §5 "Service form"). */
import { z } from 'zod';
import { folderTypeSchema } from '../folders/folder-type-schemas.ts';
import { FOLDER_TYPES, type FolderType } from '../folders/folder-types.ts';
import { isoDate, optionalText, requiredText } from '../text.ts';
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

/** Advanced and simple signature. */
export const SERVICE_SIGNATURE_TYPES = ['FEA', 'FES'] as const;
export type ServiceSignatureType = (typeof SERVICE_SIGNATURE_TYPES)[number];

/** 100 TB: sums of many services stay exact in bytes. */
const MOST_MEGABYTES = 100_000_000;
const MOST_OTP = 1_000_000_000;

/** A field that this type of service does not have: empty, as an entity that is carried back shows it. */
const notOfType = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || value === null || (Array.isArray(value) && value.length === 0), 'unknown')
  .transform(() => null);

const expiresAt = isoDate;
const totalSpace = amount(MOST_MEGABYTES);
const totalOtp = amount(MOST_OTP);
const signatureType = z.enum(SERVICE_SIGNATURE_TYPES);
/** One signature type as itself, several as a list in the order of SERVICE_SIGNATURE_TYPES; none is null. */
export type SignatureTypesValue = ServiceSignatureType | ServiceSignatureType[] | null;

/** The signature types of a service as a list without repetitions. */
export function listedSignatureTypes(value: SignatureTypesValue | undefined): ServiceSignatureType[] {
  return SERVICE_SIGNATURE_TYPES.filter((type) => (Array.isArray(value) ? value.includes(type) : value === type));
}

/** The form in which a body and an answer carry the signature types of a service. */
export function signatureTypesValue(types: readonly ServiceSignatureType[]): SignatureTypesValue {
  const [first, ...others] = listedSignatureTypes([...types]);
  return first === undefined ? null : others.length === 0 ? first : [first, ...others];
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** An archive is sold for one signature type or for several (specification §3 "signature types"). */
const signatureTypes = z
  .union([signatureType, z.array(signatureType).min(1).max(SERVICE_SIGNATURE_TYPES.length)], {
    error: ({ input }) => (isNothing(input) ? 'required' : 'oneOf'),
  })
  .transform((value) => signatureTypesValue(listedSignatureTypes(value)));
/** The folder types that a choice of them covers: none chosen, all of them. */
export const coveredFolderTypes = (chosen: readonly FolderType[] | null | undefined): FolderType[] =>
  chosen?.length ? [...new Set(chosen)] : [...FOLDER_TYPES];

const folderTypeSet = z.array(folderTypeSchema).max(FOLDER_TYPES.length).nullish().transform(coveredFolderTypes);
const notes = optionalText();

const NONE = {
  expiresAt: notOfType,
  totalSpace: notOfType,
  totalOtp: notOfType,
  signatureType: notOfType,
  folderTypeSet: notOfType,
  notes: notOfType,
};

/** What forms ask for, by type; every field must be filled but the notes, and the folder types where all of them are meant. */
export const SERVICE_FIELDS = {
  DISK_SPACE: { expiresAt, totalSpace, notes },
  STRONGDOX_SPACE: { expiresAt, totalSpace, signatureType: signatureTypes, notes },
  OTP: { totalOtp, notes },
  SIGNATURE_TYPE: { expiresAt, signatureType, folderTypeSet, notes },
  TPIM: { expiresAt },
  SIGNATURE_NOTIFICATION: { expiresAt, signatureType },
} as const satisfies Record<ServiceType, z.ZodRawShape>;

function shape<T extends ServiceType>(type: T) {
  const fields = { ...NONE, ...SERVICE_FIELDS[type] };
  return {
    serviceType: z.literal(type),
    ...(fields as Omit<typeof NONE, keyof (typeof SERVICE_FIELDS)[T]> & (typeof SERVICE_FIELDS)[T]),
  };
}

/** All fields of a service of each type but its legal entity; those that the type has not must be empty. */
export const SERVICE_SHAPES = {
  DISK_SPACE: shape('DISK_SPACE'),
  STRONGDOX_SPACE: shape('STRONGDOX_SPACE'),
  OTP: shape('OTP'),
  SIGNATURE_TYPE: shape('SIGNATURE_TYPE'),
  TPIM: shape('TPIM'),
  SIGNATURE_NOTIFICATION: shape('SIGNATURE_NOTIFICATION'),
};

/** Words for a service whose type is missing or is none of the six. */
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

/** What a service says, whatever its type; fields that its type has not are null. */
export interface ServiceValues {
  serviceType: ServiceType;
  /** ISO date, valid to that day's end in Rome. */
  expiresAt: string | null;
  /** MB. */
  totalSpace: number | null;
  totalOtp: number | null;
  signatureType: SignatureTypesValue;
  folderTypeSet: FolderType[] | null;
  notes: string | null;
}
