/** With what the wizard begins: nothing, or what was chosen or found before it was opened (specification §2, P-19). */
import { folderFieldKey } from '#domain/folders/folder.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { startingValues } from '../../ui/document-fields/values.ts';
import type { PdfStart } from '../../ui/pdf-start/handover.ts';
import type { WizardSubject } from './configuration.ts';
import {
  type Draft,
  EMPTY_CUSTOMER,
  EMPTY_DRAFT,
  EMPTY_FOLDER,
  type NewFolder,
  type Step,
  withCustomer,
} from './draft.ts';

/** What the wizard begins with: chosen already when it was opened from a customer, a folder or a PDF. */
export interface WizardStart {
  draft: Draft;
  step: Step;
  /** The customer or folder of the address cannot be used here. */
  unusable: boolean;
}

/** The file, who it is for and which car, as they were found in its text (P-19). */
export function startOfPdf(pdf: PdfStart, subject: WizardSubject): WizardStart {
  const asks = (key: keyof NewFolder) =>
    subject.folderTypeRules.fields.some((field) => folderFieldKey(field.name) === key);
  const typedFolder: NewFolder = {
    ...EMPTY_FOLDER,
    processDate: asks('processDate') ? formatDate(toIsoDate(new Date())) : '',
    plate: asks('plate') ? (pdf.plate ?? '') : '',
    vin: asks('vin') ? (pdf.vin ?? '') : '',
  };
  const document = { ...startingValues(subject.documentTypeRules), file: pdf.file };
  const draft: Draft = { ...EMPTY_DRAFT, typedFolder, document };
  if (pdf.dossier) {
    return { draft: withCustomer(draft, { kind: 'existing', dossier: pdf.dossier }), step: 'folder', unusable: false };
  }
  const typedCustomer = pdf.person ? { ...EMPTY_CUSTOMER, ...pdf.person } : null;
  return { draft: { ...draft, typedCustomer }, step: 'customer', unusable: false };
}
