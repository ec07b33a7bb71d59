/** Public interface of the dossiers module. Signing reads a customer with `findDossier`. */
export { createDossier } from './commands.ts';
export type { CommandContext, CustomerContents } from './customer-contents.ts';
export { getDossier } from './get-dossier.ts';
export { presentDossier, summaryOf } from './present.ts';
export { countFolder, type DossierRow, dossierLookup, findDossier, findDossiers, holdDossier } from './queries.ts';
