/** What the paper of the wizard is printed from: customer and folder as they are chosen or typed (P-20 "Wizard"). Pure. */
import type { PaperCustomer } from '#domain/papers/data.ts';
import { parseTypedDate } from '../../text/dates.ts';
import { customerBody } from '../../ui/customer-values.ts';
import { type PaperAround, storedAround } from '../../ui/paper-form/paper.ts';
import {
  type CustomerChoice,
  dossierBody,
  type FolderChoice,
  type NewCustomer,
  newFolderBody,
  type Subject,
} from './draft.ts';

/** A date that is half typed is no date. */
function typedCustomer(values: NewCustomer): PaperCustomer {
  const { hst: _hst, ...customer } = customerBody(values);
  return { ...customer, birthDate: parseTypedDate(values.birthDate) };
}

export function aroundOf(subject: Subject, customer: CustomerChoice, folder: FolderChoice): PaperAround {
  const { brand, folderType } = subject;
  if (folder.kind === 'existing' && customer.kind === 'existing') return storedAround(folder.folder, customer.dossier);
  if (folder.kind === 'existing') throw new Error('A new customer has no open folder');
  const body = newFolderBody(folder.values, subject);
  const whose =
    customer.kind === 'existing'
      ? { dossierId: customer.dossier.id }
      : { dossier: dossierBody(customer.values, brand) };
  return {
    brand,
    folderType,
    customer: customer.kind === 'existing' ? customer.dossier : typedCustomer(customer.values),
    folder: {
      businessId: body.businessId ?? null,
      plate: body.plate ?? null,
      vin: body.vin ?? null,
      jobId: body.jobId ?? null,
    },
    named: { ...whose, folder: body },
  };
}
