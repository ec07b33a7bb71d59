/** Decides which brand cards, folder types and document types the dashboard offers. */
import { type Actor, canRead, writableFolderTypes } from '#domain/access.ts';
import { BRANDS, type Brand, type Dealer } from '#domain/dealers/brands.ts';
import {
  type ConfiguredDocumentType,
  FOLDER_TYPES,
  type FolderType,
  type FolderTypeConfiguration,
  offeredDocumentTypes,
} from '#domain/folders/folder-types.ts';

export interface OfferedFolderType {
  folderType: FolderType;
  documentTypes: readonly ConfiguredDocumentType[];
}

export interface BrandCard {
  brand: Brand;
  folderTypes: readonly OfferedFolderType[];
}

/** Folder types whose signed documents are counted: those the user may read in some brand. */
export function countedFolderTypes(actor: Actor): readonly FolderType[] {
  return FOLDER_TYPES.filter((type) => BRANDS.some((brand) => canRead(actor, brand, type)));
}

/**
 * Cards for the brands the user may write to, each with the folder types on which the user has write permission, in
 * configuration order. Leaves out document types limited to other legal entities.
 */
export function brandCards(
  actor: Actor,
  configuration: FolderTypeConfiguration,
  dealers: readonly Dealer[],
): BrandCard[] {
  const entities = dealers.map((dealer) => dealer.legal_entity);
  return BRANDS.map((brand) => {
    const writable = writableFolderTypes(actor, brand);
    const folderTypes = configuration
      .filter((entry) => entry.visibleInWizard && writable.includes(entry.slug))
      .toSorted((a, b) => a.displayOrder - b.displayOrder)
      .map((entry) => ({ folderType: entry.slug, documentTypes: offeredDocumentTypes(entry, entities) }))
      .filter((entry) => entry.documentTypes.length > 0);
    return { brand, folderTypes };
  }).filter((card) => card.folderTypes.length > 0);
}
