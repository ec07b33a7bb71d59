/** Folder types and their configuration as they arrive from outside (specification §3, P-16, P-20). */
import { z } from 'zod';
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  type ConfiguredFolderType,
  FOLDER_TYPES,
  SIGNER_ROLES,
} from './folder-types.ts';

export const folderTypeSchema = z.enum(FOLDER_TYPES);

const configuredFieldSchema = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  required: z.string(),
  default: z.string().nullable(),
}) satisfies z.ZodType<ConfiguredField>;

const configuredDocumentTypeSchema = z.strictObject({
  slug: z.string().min(1),
  displayOrder: z.number().int(),
  visibleInWizard: z.boolean(),
  legalEntities: z.array(z.string()),
  signers: z.array(z.enum(SIGNER_ROLES)),
  fields: z.array(configuredFieldSchema),
}) satisfies z.ZodType<ConfiguredDocumentType>;

const configuredFolderTypeSchema = z.strictObject({
  slug: folderTypeSchema,
  displayOrder: z.number().int(),
  visibleInWizard: z.boolean(),
  fields: z.array(configuredFieldSchema),
  documentTypes: z.array(configuredDocumentTypeSchema),
}) satisfies z.ZodType<ConfiguredFolderType>;

export const folderTypeConfigurationSchema = z.array(configuredFolderTypeSchema);
