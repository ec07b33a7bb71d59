/** The data for printing the wizard's paper: customer and folder as selected or typed. Pure. */
import type { PaperCustomer } from '#domain/papers/paper-data.ts';
import { customerBody } from '../../entities/customers/customer-values.ts';
import { type PaperCase, storedCase } from '../../entities/papers/form/paper.ts';
import { parseTypedDate } from '../../text/typed-dates.ts';
import { type CustomerChoice, type FolderChoice, type NewCustomer, namedBody, type Subject } from './wizard-draft.ts';

/** A half-typed date counts as missing. */
function typedCustomer(values: NewCustomer): PaperCustomer {
  const { hst: _hst, ...customer } = customerBody(values);
  return { ...customer, birthDate: parseTypedDate(values.birthDate, 'past') };
}

export function paperCaseOf(subject: Subject, customer: CustomerChoice, folder: FolderChoice): PaperCase {
  const { brand, folderType } = subject;
  if (folder.kind === 'existing' && customer.kind === 'existing') return storedCase(folder.folder, customer.dossier);
  if (folder.kind === 'existing') throw new Error('A new customer has no open folder');
  const named = namedBody(customer, folder.values, subject);
  const { businessId = null, plate = null, vin = null, jobId = null } = named.folder;
  return {
    brand,
    folderType,
    customer: customer.kind === 'existing' ? customer.dossier : typedCustomer(customer.values),
    folder: { businessId, plate, vin, jobId },
    named,
  };
}
