/** Writable fields of a folder of any type. */
import { z } from 'zod';
import { normalisePlate } from '../codes/vehicle.ts';
import { brandSchema } from '../dealers/brand-schema.ts';
import { isoDate, line, optionalLines, optionalText } from '../text-schemas.ts';
import { folderTypeSchema } from './folder-type-schemas.ts';

/** With a zone west of Greenwich the last day of 9999 reaches into a year with more than four digits, which no column can store. */
function isInstant(text: string): boolean {
  const time = Date.parse(/Z$|[+-]\d{2}:\d{2}$/.test(text) ? text : `${text}Z`);
  return !Number.isNaN(time) && new Date(time).getUTCFullYear() <= 9999;
}

/** A date and time with zone, a date, or a local date and time (the latter two in Rome time). */
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

const vin = line(255)
  .overwrite((text) => text.toUpperCase())
  // Counts code points like the database: one character may take two UTF-16 units.
  .refine((text) => text === '' || [...text].length === 17, { message: 'vin' })
  .nullish()
  .transform((text) => text || null);

/** Upper case, without spaces and dashes, as in searches. */
const plate = optionalText().transform((text) => (text === null ? null : normalisePlate(text) || null));

/** Only the shape; `folderTypeIssues` checks the requirements of the type. */
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

/** A folder inside a wizard call, which identifies the dossier separately. */
export const wizardFolderSchema = folderSchema.omit({ dossierId: true });
