/** What a user may create, brand by brand, for the choice that follows a dropped PDF (specification §2, §6). Pure. */
import { type Actor, writableFolderTypes } from '#domain/access.ts';
import { BRANDS, type Brand, type Dealer } from '#domain/dealers/brands.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredFolderType,
  type FolderTypeConfiguration,
  offeredDocumentTypes,
} from '#domain/folders/folder-types.ts';

/** Folder types of the brand with something to create, in the configured order. */
export function offeredFolderTypes(
  actor: Actor,
  configuration: FolderTypeConfiguration,
  dealers: readonly Dealer[],
  brand: Brand,
): ConfiguredFolderType[] {
  const writable = writableFolderTypes(actor, brand);
  return configuration
    .filter((entry) => entry.visibleInWizard && writable.includes(entry.slug))
    .filter((entry) => documentTypesOf(entry, dealers).length > 0)
    .toSorted((a, b) => a.displayOrder - b.displayOrder);
}

/** Types that take a file: the others are made from a template, and a PDF would be of no use to them. */
export function documentTypesOf(
  folderType: ConfiguredFolderType,
  dealers: readonly Dealer[],
): ConfiguredDocumentType[] {
  const entities = dealers.map((dealer) => dealer.legal_entity);
  return offeredDocumentTypes(folderType, entities).filter((type) =>
    type.fields.some((field) => field.name === 'FILE'),
  );
}

export function offeredBrands(
  actor: Actor,
  configuration: FolderTypeConfiguration,
  dealers: readonly Dealer[],
): Brand[] {
  return BRANDS.filter((brand) => offeredFolderTypes(actor, configuration, dealers, brand).length > 0);
}
