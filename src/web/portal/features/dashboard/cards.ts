/** Which brand cards, folder types and document types the dashboard offers (specification §2, §6). */
import { type Actor, writableFolderTypes } from '#domain/access.ts';
import { BRANDS, type Brand, type Dealer } from '#domain/dealers/brands.ts';
import type { ConfiguredDocumentType, FolderType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';

/** Never offered on a card, whatever the configuration says. */
const HIDDEN = ['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE'];

export interface OfferedFolderType {
  folderType: FolderType;
  documentTypes: readonly ConfiguredDocumentType[];
}

export interface BrandCard {
  brand: Brand;
  folderTypes: readonly OfferedFolderType[];
}

const byOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder;

/**
 * Cards for brands the user may write to, each with the folder types on which the user has write permission,
 * in the order of the configuration. A document type limited to other legal entities is left out.
 */
export function brandCards(
  actor: Actor,
  configuration: FolderTypeConfiguration,
  dealers: readonly Dealer[],
): BrandCard[] {
  const entities = new Set(dealers.map((dealer) => dealer.legal_entity));
  return BRANDS.map((brand) => {
    const writable = writableFolderTypes(actor, brand);
    const folderTypes = configuration
      .filter((entry) => entry.visibleInWizard && writable.includes(entry.slug))
      .toSorted(byOrder)
      .map((entry) => ({
        folderType: entry.slug,
        documentTypes: entry.documentTypes
          .filter((type) => type.visibleInWizard && !HIDDEN.includes(type.slug))
          .filter(
            (type) => type.legalEntities.length === 0 || type.legalEntities.some((entity) => entities.has(entity)),
          )
          .toSorted(byOrder),
      }))
      .filter((entry) => entry.documentTypes.length > 0);
    return { brand, folderTypes };
  }).filter((card) => card.folderTypes.length > 0);
}
