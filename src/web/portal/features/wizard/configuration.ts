/** What the configuration says about the one document the wizard makes (specification §3, P-16). Pure. */
import { type Actor, canWrite, prefersServiceDealer } from '#domain/access.ts';
import { BRANDS, type Dealer, TYPE_FIELD_OF_BRAND } from '#domain/dealers/brands.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredFolderType,
  FOLDER_TYPES,
  type FolderTypeConfiguration,
} from '#domain/folders/folder-types.ts';
import type { Subject } from './draft.ts';

export type { ConfiguredDocumentType, ConfiguredFolderType };

export interface WizardSubject extends Subject {
  folderTypeRules: ConfiguredFolderType;
  documentTypeRules: ConfiguredDocumentType;
}

type WizardAddress = Readonly<{ brand?: string; folderType?: string; documentType?: string }>;

/** Reads the lowercased address; null when the type does not exist or this user may not create it. */
export function wizardSubject(
  address: WizardAddress,
  configuration: FolderTypeConfiguration,
  actor: Actor,
): WizardSubject | null {
  const subject = addressed(address, configuration);
  return subject !== null && canWrite(actor, subject.brand, subject.folderType) ? subject : null;
}

/** Whether there is such a document at all, for whoever may create it. */
export const isWizardAddress = (address: WizardAddress, configuration: FolderTypeConfiguration): boolean =>
  addressed(address, configuration) !== null;

function addressed(address: WizardAddress, configuration: FolderTypeConfiguration): WizardSubject | null {
  const brand = BRANDS.find((known) => known === address.brand?.toLowerCase());
  const folderType = FOLDER_TYPES.find((known) => known.toLowerCase() === address.folderType?.toLowerCase());
  if (!brand || !folderType) return null;
  const folderTypeRules = configuration.find((entry) => entry.slug === folderType);
  const documentTypeRules = folderTypeRules?.documentTypes.find(
    (entry) => entry.slug.toLowerCase() === address.documentType?.toLowerCase(),
  );
  if (!folderTypeRules || !documentTypeRules) return null;
  return { brand, folderType, documentType: documentTypeRules.slug, folderTypeRules, documentTypeRules };
}

/** The dealer forms preselect: with a service mandate for service roles, with a sales mandate for the others (P-4). */
export function preselectedDealer(
  actor: Actor,
  dealers: readonly Dealer[],
  brand: Subject['brand'],
): Dealer | undefined {
  const mandate = TYPE_FIELD_OF_BRAND[brand];
  const wanted = prefersServiceDealer(actor) ? ['S'] : ['C', 'F'];
  return dealers.find((dealer) => wanted.includes(dealer[mandate])) ?? dealers[0];
}
