/** Public interface of the folders module; it re-exports what documents needs of customers. */
export { createFolder, type NewFolder } from './commands.ts';
export { currentConfiguration } from './configuration.ts';
export { customerContents, type FolderContents } from './dossier-contents.ts';
export { type FolderWithCustomer, findFolderWithCustomer, summariesOfFolders } from './load-folders.ts';
export { presentCase } from './present.ts';
export { countDocument, folderLookup } from './queries.ts';
