/** Folder types and the shape of their configuration (specification §3, P-16, P-20); free of the schema library, so that the first page stays small. */

export const FOLDER_TYPES = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'] as const;
export type FolderType = (typeof FOLDER_TYPES)[number];

/** Who signs besides the customer (P-6). */
export const SIGNER_ROLES = ['customer', 'dealer', 'operatorDealer', 'salesManager'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

export interface ConfiguredField {
  name: string;
  type: string;
  /** `required` and `default` are text, as the specification says. */
  required: string;
  default: string | null;
}

/**
 * Where somebody signs an uploaded file of the type: beside a text that stands in it, the last one when it stands there
 * more than once (P-6). The first of a role that is found is where its signature stands, each further one that is found
 * is a point of its own, unless both would stand at one place (D-15).
 */
export interface SignatureAnchor {
  /** Capitals and the number of spaces do not matter. */
  text: string;
  role: SignerRole;
  /** Points from the text's left edge to the right, and from its lower edge up, as the page is seen. */
  right: number;
  up: number;
  /** Size of the signature in points. */
  width: number;
  height: number;
  /**
   * In Italian, what is signed there besides the role's signature, such as the approval of clauses: 3 to 160 characters.
   * Such a point is asked wherever the text stands, also when the signature itself is a field of the file; without a
   * label it is the signature, or another one that is numbered.
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

/** Copies of a customer's papers: added to a folder, never started from a card (specification §2, P-16). */
const IDENTITY_PAPERS: readonly string[] = ['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE'];

/** Document types a card offers for one of these legal entities, in the configured order (specification §2). */
export function offeredDocumentTypes(
  folderType: ConfiguredFolderType,
  legalEntities: readonly string[],
): ConfiguredDocumentType[] {
  return typesFor(folderType, legalEntities).filter(
    (type) => type.visibleInWizard && !IDENTITY_PAPERS.includes(type.slug),
  );
}

/** Document types that may be added to a folder of these legal entities: those of the cards, and copies of papers. */
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
