/** Italian names of document statuses, for screens and files. */
import type { DocumentStatus } from './document-states.ts';

export const DOCUMENT_STATUS_NAMES: Readonly<Record<DocumentStatus, string>> = {
  DRAFT: 'Bozza',
  READY_TO_SIGN: 'Da Avviare',
  PENDING_START_SIGN: 'Firma avviata',
  START_SIGN: 'In attesa di firma',
  COMPLETING: 'In completamento',
  PRIVACY_UPDATING: 'Privacy in corso',
  SIGNED: 'Firmato',
  FINISH: 'Concluso',
  EXPIRED: 'Scaduto',
};
