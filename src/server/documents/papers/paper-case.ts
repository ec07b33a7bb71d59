/** Collects what a paper prints of customer, folder and dealer, from stored data or from data being created. */
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { PAPER_FACTS } from '#domain/dossiers/customer-facts.ts';
import type { PaperCustomer, PaperData } from '#domain/papers/paper-data.ts';
import { pick } from '#domain/record-of.ts';
import type { Db } from '#ports/database/database.ts';
import { presentDossier } from '../../dossiers/index.ts';
import type { FolderWithCustomer } from '../../folders/index.ts';
import { findUser } from '../../identity/index.ts';
import type { DocumentRow } from '../queries.ts';

/** Data that a paper prints besides its own fields. */
export interface PaperCase {
  customer: PaperCustomer;
  folder: PaperData['folder'];
  /**
   * The folder whose trails a paper may print, null for a folder not created yet; limited to one account's documents
   * where that account sees no others.
   */
  trailScope: { folderId: number; createdBy: string | null } | null;
  hst: string;
  brand: Brand;
}

/** Picks only what a paper prints of the customer and the folder: other changes do not count as changes of the paper. */
export function paperCase(
  customer: Omit<PaperCustomer, 'rspSearchType'> & { rspSearchType?: PaperCustomer['rspSearchType'] | undefined },
  folder: PaperData['folder'] & { brand: Brand },
  hst: string,
): PaperCase {
  const { businessId, plate, vin, jobId, brand } = folder;
  return {
    customer: pick({ ...customer, rspSearchType: customer.rspSearchType ?? null }, PAPER_FACTS),
    folder: { businessId, plate, vin, jobId },
    trailScope: null,
    hst,
    brand,
  };
}

/** @param actor the reader of the printed content; without it, the content is for all readers of the folder. */
export function caseOf({ customer, folder }: FolderWithCustomer, actor?: Actor): PaperCase {
  const { business_id: businessId, plate, vin, job_id: jobId, brand } = folder;
  const base = paperCase(presentDossier(customer), { businessId, plate, vin, jobId, brand }, customer.hst);
  const createdBy = actor === undefined ? null : (visibleTo(actor, 'document.read')?.createdBy ?? null);
  return { ...base, trailScope: { folderId: folder.id, createdBy } };
}

/** The case of an existing document. It uses its creator's visibility, regardless of who reprints it. */
export async function caseOfDocument(db: Db, within: FolderWithCustomer, row: DocumentRow): Promise<PaperCase> {
  const creator = row.created_by === null ? undefined : await findUser(db, { login: row.created_by });
  return caseOf(within, creator);
}
