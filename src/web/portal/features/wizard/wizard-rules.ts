/** Reads the configuration for the document that the wizard makes. Pure. */
import { type Actor, canWrite, prefersServiceDealer } from '#domain/access.ts';
import { BRANDS, type Dealer, handlesBrand, TYPE_FIELD_OF_BRAND } from '#domain/dealers/brands.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredFolderType,
  FOLDER_TYPES,
  type FolderTypeConfiguration,
  offeredDocumentTypes,
} from '#domain/folders/folder-types.ts';
import type { Subject } from './wizard-draft.ts';

export type { ConfiguredDocumentType, ConfiguredFolderType };

export interface WizardSubject extends Subject {
  folderTypeRules: ConfiguredFolderType;
  documentTypeRules: ConfiguredDocumentType;
}

type WizardAddress = Readonly<{ brand?: string; folderType?: string; documentType?: string }>;

/** The configuration and the user's own dealers, which determine what may be created. */
export interface WizardRules {
  configuration: FolderTypeConfiguration;
  dealers: readonly Dealer[];
}

/** Reads the lowercased address; null when the type does not exist or this user may not create it. */
export function wizardSubject(address: WizardAddress, rules: WizardRules, actor: Actor): WizardSubject | null {
  const subject = addressed(address, rules);
  return subject !== null && canWrite(actor, subject.brand, subject.folderType) ? subject : null;
}

/** Whether such a document type exists at all, regardless of the permission. */
export const isWizardAddress = (address: WizardAddress, rules: WizardRules): boolean =>
  addressed(address, rules) !== null;

/** Only types that a card offers: hidden types, identity documents and types of other legal entities are not found. */
function addressed(address: WizardAddress, { configuration, dealers }: WizardRules): WizardSubject | null {
  const brand = BRANDS.find((candidate) => candidate === address.brand?.toLowerCase());
  const folderType = FOLDER_TYPES.find((candidate) => candidate.toLowerCase() === address.folderType?.toLowerCase());
  if (!brand || !folderType) return null;
  const folderTypeRules = configuration.find((entry) => entry.slug === folderType && entry.visibleInWizard);
  if (!folderTypeRules) return null;
  const entities = dealers.map((dealer) => dealer.legal_entity);
  const documentTypeRules = offeredDocumentTypes(folderTypeRules, entities).find(
    (entry) => entry.slug.toLowerCase() === address.documentType?.toLowerCase(),
  );
  if (!documentTypeRules) return null;
  return { brand, folderType, documentType: documentTypeRules.slug, folderTypeRules, documentTypeRules };
}

/** Dealers for which the document can be made; only those with a mandate for the brand, where mandates exist. */
export function dealersFor(
  { brand, documentTypeRules }: Pick<WizardSubject, 'brand' | 'documentTypeRules'>,
  dealers: readonly Dealer[],
): readonly Dealer[] {
  const { legalEntities } = documentTypeRules;
  const entitled = dealers.filter(
    ({ legal_entity }) => legalEntities.length === 0 || legalEntities.includes(legal_entity),
  );
  const handling = entitled.filter((dealer) => handlesBrand(dealer, brand));
  return handling.length > 0 ? handling : entitled;
}

/** The dealer that forms preselect: with a service mandate for service roles, with a sales mandate for the others. */
export function preselectedDealer(
  actor: Actor,
  dealers: readonly Dealer[],
  brand: Subject['brand'],
): Dealer | undefined {
  const mandate = TYPE_FIELD_OF_BRAND[brand];
  const mandates = prefersServiceDealer(actor) ? ['S'] : ['C', 'F'];
  return dealers.find((dealer) => mandates.includes(dealer[mandate])) ?? dealers[0];
}
