/** What a user may create, by brand, offered after a PDF was dropped. Pure. */
import { type Actor, writableFolderTypes } from '#domain/access.ts';
import { BRANDS, type Brand, type Dealer } from '#domain/dealers/brands.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredFolderType,
  type FolderTypeConfiguration,
  offeredDocumentTypes,
} from '#domain/folders/folder-types.ts';

/** The brand's folder types in which something can be created, in configured order. */
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

/** Types that take a file: the others are made from a template and cannot use a PDF. */
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
