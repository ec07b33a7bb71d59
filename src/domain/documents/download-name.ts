/** File names for downloads of a document. */
import { downloadName } from '../file-name.ts';
import { paperName } from '../signing/messages/paper-names.ts';

const FILE_LABELS = {
  signed: ['firmato', '.pdf'],
  partial: ['firmato in parte', '.pdf'],
  audit: ['tracciato', '.pdf'],
  interim: ['tracciato provvisorio', '.pdf'],
  bundle: ['prove', '.zip'],
} as const;

export interface NamedDocument {
  readonly id: number;
  readonly type: string;
  readonly customer_name: string;
}

const aboutDocument = ({ id, type, customer_name: customer }: NamedDocument) => [paperName(type), customer, String(id)];

/** `Contratto di vendita – Giuseppe Bianchi – 48190 – firmato.pdf`, for staff. */
export function documentDownloadName(document: NamedDocument, file: keyof typeof FILE_LABELS): string {
  const [word, ending] = FILE_LABELS[file];
  return downloadName([...aboutDocument(document), word], ending);
}

/** `Comodato per matrimonio – Giuseppe Bianchi – 48190.pdf`: for a generated paper, whose own file name is the same for all of its type. */
export const generatedDownloadName = (document: NamedDocument): string => downloadName(aboutDocument(document), '.pdf');
