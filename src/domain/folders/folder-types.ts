/** Folder types and the shape of their configuration; without the schema library, so that the first page stays small. */

export const FOLDER_TYPES = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'] as const;
export type FolderType = (typeof FOLDER_TYPES)[number];

/** Roles of signers, including the customer. */
export const SIGNER_ROLES = ['customer', 'dealer', 'operatorDealer', 'salesManager'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

export interface ConfiguredField {
  name: string;
  type: string;
  /** `required` and `default` are strings. */
  required: string;
  default: string | null;
}

/**
 * Places a signature field on an uploaded file of the type next to a text in the file; the last occurrence counts. The
 * first anchor found for a role places its signature, each further one is an additional signature field, unless both
 * would be at the same position.
 */
export interface SignatureAnchor {
  /** Case and the number of spaces are ignored. */
  text: string;
  role: SignerRole;
  /** Points from the text's left edge to the right, and from its lower edge up, in the displayed orientation. */
  right: number;
  up: number;
  /** Size of the signature field in points. */
  width: number;
  height: number;
  /**
   * Italian name of what is signed there in addition to the role's signature, such as the approval of clauses: 3 to 160
   * characters. Such a signature field is required wherever the text occurs, even if the signature itself uses a field
   * of the file; without a label it is the signature, or a further, numbered one.
   */
  label?: string | undefined;
}

export interface ConfiguredDocumentType {
  slug: string;
  displayOrder: number;
  visibleInWizard: boolean;
  /** Empty: for every legal entity. */
  legalEntities: string[];
  signers: SignerRole[];
  anchors?: SignatureAnchor[] | undefined;
  fields: ConfiguredField[];
}

export interface ConfiguredFolderType {
  slug: FolderType;
  displayOrder: number;
  visibleInWizard: boolean;
  fields: ConfiguredField[];
  documentTypes: ConfiguredDocumentType[];
}

export type FolderTypeConfiguration = ConfiguredFolderType[];

/** Fixed fields that are never shown as extra fields. */
export const FIXED_DOCUMENT_FIELDS = ['ARCHIVABLE', 'SIGNABLE', 'SIG_TYPE', 'FILE'] as const;

/** Types of extra fields that the product supports; any other is reported as '{field} non gestito'. */
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

/** Copies of a customer's identity documents: added to a folder, never started from a card. */
const IDENTITY_PAPERS: readonly string[] = ['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE'];

/** Document types that a card offers for one of these legal entities, in the configured order. */
export function offeredDocumentTypes(
  folderType: ConfiguredFolderType,
  legalEntities: readonly string[],
): ConfiguredDocumentType[] {
  return typesFor(folderType, legalEntities).filter(
    (type) => type.visibleInWizard && !IDENTITY_PAPERS.includes(type.slug),
  );
}

/** Document types that may be added to a folder of these legal entities: those of the cards, and copies of identity documents. */
export function addableDocumentTypes(
  folderType: ConfiguredFolderType,
  legalEntities: readonly string[],
): ConfiguredDocumentType[] {
  return typesFor(folderType, legalEntities).filter(
    (type) => type.visibleInWizard || IDENTITY_PAPERS.includes(type.slug),
  );
}

function typesFor(folderType: ConfiguredFolderType, legalEntities: readonly string[]): ConfiguredDocumentType[] {
  return folderType.documentTypes
    .filter(
      (type) => type.legalEntities.length === 0 || type.legalEntities.some((entity) => legalEntities.includes(entity)),
    )
    .toSorted((a, b) => a.displayOrder - b.displayOrder);
}
