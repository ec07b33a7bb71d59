/** What may be written of a folder, of any type (specification §3, §5; P-20). */
import { z } from 'zod';
import { normalisePlate } from '../codes/vehicle.ts';
import { brandSchema } from '../dealers/brand-schema.ts';
import { isoDate, line, optionalLines, optionalText } from '../text.ts';
import { folderTypeSchema } from './folder-type-schemas.ts';

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

const vin = line(255)
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
