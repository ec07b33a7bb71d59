/** Writable fields of a document of any type. */
import { z } from 'zod';
import { requiredLine, requiredText } from '../text-schemas.ts';
import { SIGNATURE_TYPES } from './document-states.ts';

export const variableValueSchema = z.union([z.string(), z.boolean(), z.number(), z.null()]);

const fileFields = {
  fileName: requiredLine().nullish(),
  mimeType: requiredLine().nullish(),
  fileSize: z.number().int().nonnegative().nullish(),
  /** Base64, without a data: prefix. */
  content: z.string().nullish(),
};

/** Fields that an edit may change; the others are fixed at creation. */
export const editableDocumentFields = {
  sigType: z.enum(SIGNATURE_TYPES).nullish(),
  archivable: z.boolean().nullish(),
  signable: z.boolean().nullish(),
  variableFields: z.record(z.string().max(255), variableValueSchema).nullish(),
  /** Saved as a draft: may lack sigType and variable fields, never the file. */
  draft: z.boolean().nullish(),
};

/** Only the shape; `documentTypeIssues` checks the requirements of the type. */
export const documentSchema = z.strictObject({
  folderId: z.number().int().positive(),
  type: requiredText(),
  ...editableDocumentFields,
  ...fileFields,
});
export type DocumentInput = z.input<typeof documentSchema>;
export type DocumentValues = z.output<typeof documentSchema>;

export const wizardDocumentSchema = documentSchema.omit({ folderId: true });
