/** The draft as stored in this tab: everything except the file, whose bytes are kept out of a shared computer's storage. Pure. */
import { recordOf } from '#domain/record-of.ts';
import { EMPTY_CUSTOMER } from '../../entities/customers/customer-values.ts';
import { FOLDER_FIELDS } from '../../entities/folders/folder-values.ts';
import { type Draft, EMPTY_DRAFT, type NewCustomer, type NewFolder, STEPS, type Step } from './wizard-draft.ts';

export interface StoredWizard {
  draft: Draft;
  step: Step;
  /** The furthest step opened. */
  reached: number;
  /** The name of the file to choose again. */
  fileName: string | null;
}

export function storedFormOf(draft: Draft, step: Step, reached: number): StoredWizard {
  const document = draft.document && { ...draft.document, file: null };
  return { draft: { ...draft, document }, step, reached, fileName: draft.document?.file?.name ?? null };
}

const EMPTY_FOLDER: NewFolder = recordOf(FOLDER_FIELDS, () => '');

const completeCustomer = (stored: NewCustomer): NewCustomer => ({ ...EMPTY_CUSTOMER, ...stored });
const completeFolder = (stored: NewFolder): NewFolder => ({ ...EMPTY_FOLDER, ...stored });

/** @returns the kept draft with a value for every field: an upgrade may have added fields since. */
export function resumedDraft(stored: Draft): Draft {
  const { customer, typedCustomer, folder, typedFolder } = stored;
  return {
    ...EMPTY_DRAFT,
    ...stored,
    customer: customer?.kind === 'new' ? { kind: 'new', values: completeCustomer(customer.values) } : customer,
    typedCustomer: typedCustomer && completeCustomer(typedCustomer),
    folder: folder?.kind === 'new' ? { kind: 'new', values: completeFolder(folder.values) } : folder,
    typedFolder: typedFolder && completeFolder(typedFolder),
  };
}

export function resumeStep(stored: StoredWizard): Step {
  return STEPS.includes(stored.step) ? stored.step : 'customer';
}

/** Whether there is something to restore: a choice or a typed value, not a form that was only opened. */
export function hasInput(draft: Draft, start: Draft): boolean {
  return JSON.stringify(storedFormOf(draft, 'customer', 0)) !== JSON.stringify(storedFormOf(start, 'customer', 0));
}
