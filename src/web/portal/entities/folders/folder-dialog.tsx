/** A new folder of a customer, or one that is edited, from wherever it is begun (specification §2, §5); fetched when it is first opened. */
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export const FolderDialog = lazyDialog(async () => (await import('./folder-dialog/folder-form.tsx')).FolderForm);
