/** The file name of a folder's ZIP, in the response header and the browser's downloads. */
import { customerName } from '../dossiers/customer-name.ts';
import { namePart } from '../file-name.ts';

/** `Cartella 3120 Ginevra Provetti.zip`; characters that a file system refuses become `_`. */
export function folderFileName(
  folder: { id: number },
  customer: { firstName: string; lastName: string; organizationName: string | null },
): string {
  return `Cartella ${folder.id} ${namePart(customerName(customer))}.zip`;
}
