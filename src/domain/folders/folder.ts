/** The folder (fascicolo) of one deal or job: fields and rules (specification §3, §5; P-20). */
import { z } from 'zod';
import { normalisePlate } from '../codes/vehicle.ts';
import { brandSchema } from '../dealers/brand-schema.ts';
import type { Brand } from '../dealers/brands.ts';
import type { Warning } from '../dossiers/dossier.ts';
import type { FieldIssue } from '../errors.ts';
import { isoDate, optionalLines, optionalText, printable } from '../text.ts';
import { folderTypeSchema } from './folder-type-schemas.ts';
import { type ConfiguredFolderType, type FolderType, findField, isRequired } from './folder-types.ts';

export const FOLDER_STATUSES = ['OPEN', 'CLOSED', 'DELETED'] as const;
export type FolderStatus = (typeof FOLDER_STATUSES)[number];

/** With a zone west of Greenwich the last day of 9999 reaches into a year that has no four digits and no column. */
function isInstant(text: string): boolean {
  const time = Date.parse(/Z$|[+-]\d{2}:\d{2}$/.test(text) ? text : `${text}Z`);
  return !Number.isNaN(time) && new Date(time).getUTCFullYear() <= 9999;
}

/** An instant, a bare date or a local date-time (both read as Rome time, P-20). */
export const processDateText = z
  .string()
  .refine(
    (text) =>
      isoDate.safeParse(text).success ||
      (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.test(text) &&
        isoDate.safeParse(text.slice(0, 10)).success &&
        isInstant(text)),
    { message: 'date' },
  );

const optionalProcessDate = z
  .string()
  .refine((text) => text === '' || processDateText.safeParse(text).success, { message: 'date' })
  .nullish()
  .transform((text) => text || null);

const vin = printable(255)
  .overwrite((text) => text.toUpperCase())
  // Counted as the database counts: one character may take two places in a text.
  .refine((text) => text === '' || [...text].length === 17, { message: 'vin' })
  .nullish()
  .transform((text) => text || null);

/** Upper case, without spaces and dashes, as it is looked for (D-85). */
const plate = optionalText().transform((text) => (text === null ? null : normalisePlate(text) || null));

/** Shape alone; what the type demands is checked by `folderTypeIssues`. */
export const folderSchema = z.strictObject({
  dossierId: z.number().int().positive(),
  brand: brandSchema,
  type: folderTypeSchema,
  businessId: optionalText(),
  processDate: optionalProcessDate,
  accountSource: optionalText(),
  plate,
  vin,
  jobId: optionalText(64),
  notes: optionalLines(),
});
export type FolderInput = z.input<typeof folderSchema>;
export type FolderValues = z.output<typeof folderSchema>;

/** Folder as it arrives inside a wizard call: its dossier is known otherwise. */
export const wizardFolderSchema = folderSchema.omit({ dossierId: true });

const VALUE_OF_FIELD = {
  PROCESS_DATE: 'processDate',
  BUSINESS_ID: 'businessId',
  PLATE: 'plate',
  VIN: 'vin',
  JOB_ID: 'jobId',
  NOTES: 'notes',
} as const satisfies Record<string, keyof FolderValues>;
export const FOLDER_FIELDS = Object.keys(VALUE_OF_FIELD) as (keyof typeof VALUE_OF_FIELD)[];

export function folderFieldKey(name: string): (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD] | undefined {
  return (VALUE_OF_FIELD as Record<string, (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD]>)[name];
}

/** What the folder type demands and the values lack. */
export function folderTypeIssues(
  values: Partial<Pick<FolderValues, (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD]>>,
  type: ConfiguredFolderType,
): FieldIssue[] {
  return FOLDER_FIELDS.filter((name) => {
    if (!isRequired(findField(type.fields, name))) return false;
    const value = values[VALUE_OF_FIELD[name]];
    return value === null || value === undefined || value === '';
  }).map((name) => ({ objectName: 'folder', field: VALUE_OF_FIELD[name], code: 'required' }));
}

/** P-20 "Folder". */
export interface Folder {
  id: number;
  dossierId: number;
  businessId: string | null;
  processDate: string | null;
  accountSource: string | null;
  brand: Brand;
  type: FolderType;
  plate: string | null;
  vin: string | null;
  jobId: string | null;
  notes: string | null;
  status: FolderStatus;
  numberOfDocuments: number;
  createdBy: string | null;
  createdDate: string;
  lastModifiedBy: string | null;
  lastModifiedDate: string;
  dossierDTO?: DossierSummary;
  warnings?: Warning[];
}

export interface DossierSummary {
  id: number;
  hst: string;
  legalEntity: string;
  firstName: string;
  lastName: string;
  organizationName: string | null;
}

export interface FolderSummary {
  id: number;
  businessId: string | null;
  type: FolderType;
  brand: Brand;
  plate: string | null;
  vin: string | null;
  status: FolderStatus;
  dossierId: number;
}
