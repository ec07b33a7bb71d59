/** Folder types and the shape of their configuration (specification §3, P-16, P-20). */
import { z } from 'zod';

export const FOLDER_TYPES = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'] as const;
export type FolderType = (typeof FOLDER_TYPES)[number];
export const folderTypeSchema = z.enum(FOLDER_TYPES);

/** Who signs besides the customer (P-6). */
export const SIGNER_ROLES = ['customer', 'dealer', 'operatorDealer', 'salesManager'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

/** `required` and `default` are text, as the specification says. */
export const configuredFieldSchema = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  required: z.string(),
  default: z.string().nullable(),
});
export type ConfiguredField = z.infer<typeof configuredFieldSchema>;

export const configuredDocumentTypeSchema = z.strictObject({
  slug: z.string().min(1),
  displayOrder: z.number().int(),
  visibleInWizard: z.boolean(),
  legalEntities: z.array(z.string()),
  signers: z.array(z.enum(SIGNER_ROLES)),
  fields: z.array(configuredFieldSchema),
});
export type ConfiguredDocumentType = z.infer<typeof configuredDocumentTypeSchema>;

export const configuredFolderTypeSchema = z.strictObject({
  slug: folderTypeSchema,
  displayOrder: z.number().int(),
  visibleInWizard: z.boolean(),
  fields: z.array(configuredFieldSchema),
  documentTypes: z.array(configuredDocumentTypeSchema),
});
export type ConfiguredFolderType = z.infer<typeof configuredFolderTypeSchema>;

export const folderTypeConfigurationSchema = z.array(configuredFolderTypeSchema);
export type FolderTypeConfiguration = z.infer<typeof folderTypeConfigurationSchema>;

/** Fixed fields that are never drawn as extra fields (specification §3). */
export const FIXED_DOCUMENT_FIELDS = ['ARCHIVABLE', 'SIGNABLE', 'SIG_TYPE', 'FILE'] as const;

/** Types of extra fields the product draws; any other is reported as '{field} non gestito'. */
export const EXTRA_FIELD_TYPES = ['string', 'checkbox', 'date', 'ROLE_OPERATOR_DEALER', 'ROLE_SALE_MANAGER'] as const;

export function isRequired(field: ConfiguredField | undefined): boolean {
  return field?.required === 'true';
}

export function findConfiguredType(
  configuration: FolderTypeConfiguration,
  folderType: string,
  documentType: string,
): ConfiguredDocumentType | undefined {
  return configuration
    .find((folder) => folder.slug === folderType)
    ?.documentTypes.find((type) => type.slug === documentType);
}

export function findField(fields: readonly ConfiguredField[], name: string): ConfiguredField | undefined {
  return fields.find((field) => field.name === name);
}

export function extraFields(type: ConfiguredDocumentType): ConfiguredField[] {
  const fixed: readonly string[] = FIXED_DOCUMENT_FIELDS;
  return type.fields.filter((field) => !fixed.includes(field.name));
}
