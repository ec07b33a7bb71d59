/** Validates folder types and their configuration received from outside. */
import { z } from 'zod';
import { MIN_PLACE_SIZE } from '../signing/places.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  type ConfiguredFolderType,
  FOLDER_TYPES,
  SIGNER_ROLES,
  type SignatureAnchor,
} from './folder-types.ts';

export const folderTypeSchema = z.enum(FOLDER_TYPES);

export const configuredFieldSchema = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  required: z.string(),
  default: z.string().nullable(),
}) satisfies z.ZodType<ConfiguredField>;

/** Points, limited to any realistic page size. */
const points = z.number().min(-5000).max(5000);

export const signatureAnchorSchema = z.strictObject({
  text: z.string().trim().min(3).max(120),
  role: z.enum(SIGNER_ROLES),
  right: points,
  up: points,
  width: z.number().min(MIN_PLACE_SIZE.width).max(1000),
  height: z.number().min(MIN_PLACE_SIZE.height).max(1000),
  label: z.string().trim().min(3).max(160).optional(),
}) satisfies z.ZodType<SignatureAnchor>;

const configuredDocumentTypeSchema = z.strictObject({
  slug: z.string().min(1),
  displayOrder: z.number().int(),
  visibleInWizard: z.boolean(),
  legalEntities: z.array(z.string()),
  signers: z.array(z.enum(SIGNER_ROLES)),
  anchors: z.array(signatureAnchorSchema).max(20).optional(),
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

/** The configuration in responses: fields of a closed list include the accepted values. */
export const folderTypeAnswerSchema = z.array(
  configuredFolderTypeSchema.extend({
    documentTypes: z.array(
      configuredDocumentTypeSchema.extend({
        fields: z.array(
          configuredFieldSchema.extend({
            values: z
              .array(z.string())
              .optional()
              .describe('The values that variableFields may hold for this field; absent where any text is taken'),
          }),
        ),
      }),
    ),
  }),
);
