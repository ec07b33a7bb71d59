/** Italian names of roles and permissions, for screens, generated papers and files. */
import type { READONLY } from '../access.ts';
import type { FolderType } from '../folders/folder-types.ts';
import type { Role } from './roles.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ROLE_ADMIN: 'Amministratore',
  ROLE_USER: 'Utente',
  ROLE_BMW_ITALIA: 'Sede nazionale',
  ROLE_SUPERVISOR_DEALER: 'Supervisore concessionaria',
  ROLE_DEALER: 'Concessionaria',
  ROLE_SERVICE_DEALER: 'Assistenza',
  ROLE_SALE_DEALER: 'Venditore',
  ROLE_ACCEPTANCE_DEALER: 'Accettazione',
  ROLE_BACKOFFICE_DEALER: 'Back office',
  ROLE_DMS_INCADEA: 'DMS Incadea',
  ROLE_DMS_AUTOLINE: 'DMS Autoline',
  ROLE_DMS_SIPADX: 'DMS Sipad X',
  ROLE_DMS_GMT: 'DMS GMT',
  ROLE_DMS_INFINITY: 'DMS Infinity',
  ROLE_SALE_MANAGER: 'Responsabile vendite',
  ROLE_OPERATOR_DEALER: 'Caposervizio',
  ROLE_SA3: 'SA3',
};

export const FOLDER_TYPE_NAMES: Readonly<Record<FolderType, string>> = {
  PRIVACY: 'Privacy',
  SALE_NEW: 'Vendita nuovo',
  SALE_USED: 'Vendita usato',
  SERVICE: 'Assistenza',
  VEHICLE_EXIT_REQUEST: 'Uscita veicolo',
};

export const PERMISSION_NAMES: Readonly<Record<FolderType | typeof READONLY, string>> = {
  ...FOLDER_TYPE_NAMES,
  READONLY: 'Sola lettura',
};
