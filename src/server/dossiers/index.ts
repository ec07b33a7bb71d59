/** The door of customers. Signing reads a customer with `findDossier`. */
export { createDossier } from './commands.ts';
export { presentDossier, summaryOf } from './present.ts';
export { countFolder, type DossierRow, dossiersMatching, findDossier, findDossiers } from './queries.ts';
export { dossierRoutes } from './routes.ts';
