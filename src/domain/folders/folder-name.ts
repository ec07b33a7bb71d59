/** What a folder's ZIP is called, in the answer's header and in the browser's downloads (P-19). */
import { customerName } from '../dossiers/customer-name.ts';
import { namePart } from '../file-name.ts';

/** `Cartella 3120 Ginevra Provetti.zip`; what a file system refuses becomes `_`. */
export function folderFileName(
  folder: { id: number },
  customer: { firstName: string; lastName: string; organizationName: string | null },
): string {
  return `Cartella ${folder.id} ${namePart(customerName(customer))}.zip`;
}
