/** Texts for actions and role groups, for the printed permission table and the API page. */
import type { Action } from './access.ts';
import type { Language } from './errors.ts';
import type { RoleGroup } from './identity/roles.ts';

type LocalizedText = Readonly<Record<Language, string>>;

export const ACTION_NAMES: Readonly<Record<Action, LocalizedText>> = {
  'customer.search': { it: 'Cercare clienti in RSP e DMS', en: 'Search customers in RSP and DMS' },
  'dossier.read': { it: 'Vedere clienti', en: 'See customers' },
  'dossier.create': { it: 'Creare clienti', en: 'Create customers' },
  'dossier.edit': { it: 'Modificare clienti', en: 'Edit customers' },
  'dossier.delete': { it: 'Eliminare clienti', en: 'Delete customers' },
  'folder.read': { it: 'Vedere cartelle', en: 'See folders' },
  'folder.create': { it: 'Creare cartelle', en: 'Create folders' },
  'folder.edit': { it: 'Modificare cartelle', en: 'Edit folders' },
  'folder.delete': { it: 'Eliminare cartelle', en: 'Delete folders' },
  'document.read': { it: 'Vedere e scaricare documenti', en: 'See and download documents' },
  'document.create': { it: 'Creare documenti', en: 'Create documents' },
  'document.edit': { it: 'Modificare documenti', en: 'Edit documents' },
  'document.delete': { it: 'Eliminare documenti', en: 'Delete documents' },
  'document.sign': { it: 'Avviare e annullare firme', en: 'Start and cancel signatures' },
  'user.read': { it: 'Vedere utenti', en: 'See users' },
  'user.export': { it: 'Esportare utenti', en: 'Export users' },
  'user.create': { it: 'Creare utenti', en: 'Create users' },
  'user.edit': { it: 'Modificare utenti', en: 'Edit users' },
  'license.read': { it: 'Vedere licenze', en: 'See licences' },
  'license.edit': { it: 'Gestire licenze', en: 'Manage licences' },
  'activation.read': { it: 'Vedere attivazioni', en: 'See activations' },
  'activation.edit': { it: 'Gestire attivazioni', en: 'Manage activations' },
  'service.read': { it: 'Vedere servizi', en: 'See services' },
  'service.edit': { it: 'Gestire servizi', en: 'Manage services' },
  'signatureService.read': {
    it: 'Vedere i servizi «tipo di firma» delle proprie entità legali',
    en: 'See the signature-type services of own legal entities',
  },
  'administrator.confirm': { it: 'Confermare un amministratore', en: 'Confirm an administrator' },
  'paper.read': { it: 'Vedere i modelli', en: 'See templates' },
  'paper.edit': { it: 'Scrivere e pubblicare i modelli', en: 'Write and publish templates' },
  'video.read': { it: 'Vedere video', en: 'See videos' },
  'video.edit': { it: 'Gestire video', en: 'Manage videos' },
  'statistics.read': { it: 'Vedere statistiche', en: 'See statistics' },
  'statistics.chooseLegalEntity': {
    it: 'Scegliere l’entità legale delle statistiche',
    en: 'Choose the legal entity of statistics',
  },
  'recurringNumber.read': { it: 'Vedere i numeri ricorrenti', en: 'See recurring numbers' },
  'integration.edit': {
    it: 'Gestire i sistemi collegati: notifiche e account tecnici',
    en: 'Manage connected systems: webhooks and technical accounts',
  },
  'installation.read': {
    it: 'Vedere che cosa manca prima della prima firma',
    en: 'See what is missing before the first signature',
  },
  'folderType.edit': {
    it: 'Cambiare i tipi di cartella e di documento',
    en: 'Change the folder and document types',
  },
  'configuration.read': { it: 'Leggere la configurazione', en: 'Read the configuration' },
  'account.read': { it: 'Avere una sessione', en: 'Have a session' },
};

export const ROLE_GROUP_NAMES: Readonly<Record<RoleGroup, LocalizedText>> = {
  admin: { it: 'Amministratore', en: 'Administrator' },
  national: { it: 'Sede nazionale', en: 'National organisation' },
  supervisor: { it: 'Supervisore concessionaria', en: 'Dealer supervisor' },
  dealer: { it: 'Ruoli di concessionaria', en: 'Dealer roles' },
  sa3: { it: 'SA3', en: 'SA3' },
  dms: { it: 'Account DMS', en: 'DMS accounts' },
  none: { it: 'Solo utente', en: 'User alone' },
};
