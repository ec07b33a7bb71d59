/** Dialog to create or edit a customer's folder, from wherever it is opened; loaded when first opened. */
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export const FolderDialog = lazyDialog(async () => (await import('./folder-dialog/folder-form.tsx')).FolderForm);
