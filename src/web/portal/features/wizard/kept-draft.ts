/** The draft as this tab keeps it: everything but the file, whose bytes stay out of a shared computer's storage (specification §5). Pure. */
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
  /** Furthest step that was open. */
  reached: number;
  /** The file to choose again. */
  fileName: string | null;
}

export function keptOf(draft: Draft, step: Step, reached: number): KeptDraft {
  const document = draft.document && { ...draft.document, file: null };
  return { draft: { ...draft, document }, step, reached, fileName: draft.document?.file?.name ?? null };
}

const EMPTY_FOLDER: NewFolder = ofEach(FOLDER_FIELDS, () => '');

const wholeCustomer = (kept: NewCustomer): NewCustomer => ({ ...EMPTY_CUSTOMER, ...kept });
const wholeFolder = (kept: NewFolder): NewFolder => ({ ...EMPTY_FOLDER, ...kept });

/** @returns the kept draft with a value for every field: an upgrade may have added fields since it was kept. */
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

/** Where to go on. */
export function resumeStep(kept: KeptDraft): Step {
  return STEPS.includes(kept.step) ? kept.step : 'customer';
}

/** Something worth offering again: a choice or a typed value, not a form that was only looked at. */
export function isWorthKeeping(draft: Draft, start: Draft): boolean {
  return JSON.stringify(keptOf(draft, 'customer', 0)) !== JSON.stringify(keptOf(start, 'customer', 0));
}
