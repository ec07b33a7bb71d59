/** The initial state of the wizard: empty, or with what was chosen or found before it was opened. */
import type { Actor } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { folderFieldKey } from '#domain/folders/folder.ts';
import { customerDoubts, EMPTY_CUSTOMER } from '../../entities/customers/customer-values.ts';
import { startingValues } from '../../entities/documents/fields/document-values.ts';
import { startingFields } from '../../entities/folders/folder-values.ts';
import type { PdfStart } from '../../entities/pdf-start/handover.ts';
import { uiLanguage } from '../../text/language.ts';
import type { Errors } from './customer-rules.ts';
import { type Draft, EMPTY_DRAFT, type NewCustomer, type NewFolder, type Step, withCustomer } from './wizard-draft.ts';
import { dealersFor, preselectedDealer, type WizardSubject } from './wizard-rules.ts';

/** The initial state; prefilled when the wizard was opened from a customer, a folder or a PDF. */
export interface WizardStart {
  draft: Draft;
  step: Step;
  /** The customer or folder in the address cannot be used here. */
  unusable: boolean;
}

/** The user who opens it, and the check for missing data of a new customer, including birth and fiscal data. */
export interface Opener {
  actor: Actor;
  dealers: readonly Dealer[];
  errorsOf: (customer: NewCustomer) => Errors;
}

const isEmpty = (errors: Errors): boolean => Object.keys(errors).length === 0;

/** The file, its customer and its car, as found in the text; a complete customer needs no form. */
export function startOfPdf(pdf: PdfStart, subject: WizardSubject, opener: Opener): WizardStart {
  const asks = (key: keyof NewFolder) =>
    subject.folderTypeRules.fields.some((field) => folderFieldKey(field.name) === key);
  const begun = startingFields(subject.folderTypeRules);
  const typedOr = (key: 'plate' | 'vin' | 'businessId') => (asks(key) && pdf[key]) || begun[key];
  const typedFolder: NewFolder = {
    ...begun,
    plate: typedOr('plate'),
    vin: typedOr('vin'),
    businessId: typedOr('businessId'),
  };
  const document = { ...startingValues(subject.documentTypeRules), file: pdf.file };
  const draft: Draft = { ...EMPTY_DRAFT, typedFolder, document };
  const ready = { unusable: false, step: 'document' as const };
  if (pdf.dossier) return { ...ready, draft: withCustomer(draft, { kind: 'existing', dossier: pdf.dossier }) };
  if (!pdf.person) return { ...ready, draft, step: 'customer' };
  const offered = dealersFor(subject, opener.dealers);
  const named = offered.find(({ hst2011 }) => hst2011 === pdf.hst);
  const hst = (named ?? preselectedDealer(opener.actor, offered, subject.brand))?.hst2011 ?? '';
  const values: NewCustomer = { ...EMPTY_CUSTOMER, hst, ...pdf.person };
  const sound = isEmpty(opener.errorsOf(values)) && customerDoubts(values, uiLanguage()).length === 0;
  if (sound) return { ...ready, draft: withCustomer(draft, { kind: 'new', values }) };
  // Missing values are reported when a field was touched or the step is left, as in every form.
  return { draft: { ...draft, typedCustomer: values }, step: 'customer', unusable: false };
}
