/** What a folder's ZIP is called, in the answer's header and in the browser's downloads (P-19). */
import { customerName } from '../dossiers/customer-name.ts';

/** What a file system refuses becomes `_`. */
export const safeName = (name: string): string =>
  name
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_')
    .replace(/[. ]+$/, '')
    .slice(0, 100);

/** `Cartella 3120 Ginevra Provetti.zip`; what a file system refuses becomes `_`. */
export function folderFileName(
  folder: { id: number },
  customer: { firstName: string; lastName: string; organizationName: string | null },
): string {
  return `Cartella ${folder.id} ${safeName(customerName(customer))}.zip`;
}
