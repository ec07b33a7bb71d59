/** The draft as stored in this tab: everything except the file, whose bytes are kept out of a shared computer's storage. Pure. */
import { ofEach } from '#domain/each.ts';
import { FOLDER_FIELDS } from '../../entities/folders/folder-values.ts';
import {
  type Draft,
  EMPTY_CUSTOMER,
  EMPTY_DRAFT,
  type NewCustomer,
  type NewFolder,
  STEPS,
  type Step,
} from './draft.ts';

export interface KeptDraft {
  draft: Draft;
  step: Step;
  /** The furthest step opened. */
  reached: number;
  /** The name of the file to choose again. */
  fileName: string | null;
}

export function keptOf(draft: Draft, step: Step, reached: number): KeptDraft {
  const document = draft.document && { ...draft.document, file: null };
  return { draft: { ...draft, document }, step, reached, fileName: draft.document?.file?.name ?? null };
}

const EMPTY_FOLDER: NewFolder = ofEach(FOLDER_FIELDS, () => '');

const wholeCustomer = (kept: NewCustomer): NewCustomer => ({ ...EMPTY_CUSTOMER, ...kept });
const wholeFolder = (kept: NewFolder): NewFolder => ({ ...EMPTY_FOLDER, ...kept });

/** @returns the kept draft with a value for every field: an upgrade may have added fields since. */
export function resumedDraft(kept: Draft): Draft {
  const { customer, typedCustomer, folder, typedFolder } = kept;
  return {
    ...EMPTY_DRAFT,
    ...kept,
    customer: customer?.kind === 'new' ? { kind: 'new', values: wholeCustomer(customer.values) } : customer,
    typedCustomer: typedCustomer && wholeCustomer(typedCustomer),
    folder: folder?.kind === 'new' ? { kind: 'new', values: wholeFolder(folder.values) } : folder,
    typedFolder: typedFolder && wholeFolder(typedFolder),
  };
}

/** The step to resume at. */
export function resumeStep(kept: KeptDraft): Step {
  return STEPS.includes(kept.step) ? kept.step : 'customer';
}

/** Whether there is something to restore: a choice or a typed value, not a form that was only opened. */
export function isWorthKeeping(draft: Draft, start: Draft): boolean {
  return JSON.stringify(keptOf(draft, 'customer', 0)) !== JSON.stringify(keptOf(start, 'customer', 0));
}
