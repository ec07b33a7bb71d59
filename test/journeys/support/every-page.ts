/**
 * Every page of the portal once, as a user who may see it, for checks that apply to all pages; a new path without an
 * entry here does not compile.
 */
import { ERROR_VARIANTS, paths } from '#web/portal/paths.ts';
import type { Story } from '../../stages/http-story.ts';

/** Addresses that only redirect, those that are no page of the portal, and one that is specific to a user (own-signature.spec.ts). */
type NoPage =
  | 'ownSignature'
  | 'ownSignatures'
  | 'home'
  | 'management'
  | 'administration'
  | 'logged'
  | 'logout'
  | 'outbox'
  | 'signOut'
  | 'verify'
  | 'feaPage';

export interface PortalPage {
  path: string;
  /** Null: not signed in. */
  login: 'dealer' | 'admin' | null;
  heading: string | RegExp;
}

/** @param known the customer, folder and document shown on the pages of a single row. */
export function everyPage(known: Story['known']): PortalPage[] {
  const { dossierId = 0, folderId = 0, documentId = 0 } = known;
  const dealer = (path: string, heading: PortalPage['heading']): PortalPage => ({ path, login: 'dealer', heading });
  const admin = (path: string, heading: PortalPage['heading']): PortalPage => ({ path, login: 'admin', heading });
  const pages: Record<Exclude<keyof typeof paths, NoPage>, PortalPage[]> = {
    dashboard: [dealer(paths.dashboard, 'Dashboard'), admin(paths.dashboard, 'Dashboard')],
    dossiers: [dealer(paths.dossiers, 'Clienti')],
    dossier: [dealer(paths.dossier(dossierId), 'Ginevra Provetti')],
    folders: [dealer(paths.folders, 'Cartelle')],
    folder: [dealer(paths.folder(folderId), /PV-1/)],
    documents: [dealer(paths.documents, 'Documenti')],
    document: [dealer(paths.document(documentId), 'Preventivo nuovo')],
    wizard: [dealer(paths.wizard('bmw', 'SALE_NEW', 'SALE_NEW_PROPOSAL'), /^Nuovo documento/)],
    waiting: [dealer(paths.waiting, 'In attesa di firma')],
    numbers: [admin(paths.numbers, 'Numeri ricorrenti')],
    licenses: [admin(paths.licenses, 'Licenze')],
    videos: [dealer(paths.videos, 'Video tutorial')],
    users: [admin(paths.users, 'Utenti')],
    services: [admin(paths.services, 'Servizi')],
    integrations: [admin(paths.integrations, 'Sistemi collegati')],
    firstSteps: [admin(paths.firstSteps, 'Primi passi')],
    papers: [admin(paths.papers, 'Modelli')],
    folderTypes: [admin(paths.folderTypes, 'Tipi di cartella e di documento')],
    paper: [admin(paths.paper('LOAN_COURTESY_VEHICLE'), /./)],
    company: [admin(paths.company('LE001'), /^Dati di /)],
    myPage: [dealer(paths.myPage, 'La mia pagina')],
    error: ['/error', ...ERROR_VARIANTS.map(paths.error)].map((path) => ({ path, login: null, heading: /./ })),
  };
  return Object.values(pages).flat();
}
