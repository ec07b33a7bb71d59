/** Lists of documents: own criteria on the row, those on folder and customer as one condition each (P-15). */
import { sql } from 'kysely';
import type { Criterion } from '#contract/criteria.ts';
import { DOCUMENT_OWN_CRITERIA, DOCUMENT_SORTS } from '#contract/documents.ts';
import type { PageQuery } from '#contract/paging.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { type Condition, type CriterionColumns, conditionsOf, contains } from '../database/criteria.ts';
import { listing } from '../database/listing.ts';
import { scopeConditions } from '../database/scope.ts';
import { foldersMatching } from '../folders/index.ts';
import { DOCUMENT_COLUMNS, listDocuments } from './queries.ts';

const COLUMNS = DOCUMENT_COLUMNS;
const FOLDER_ID = COLUMNS.folderId;

/** File name, customer, plate and business id (P-20). */
function anywhere({ values }: Criterion): Condition {
  const words = String(values[0]);
  const inFolder = (field: string) =>
    foldersMatching(FOLDER_ID, [{ field, kind: 'text', operator: 'contains', values: [words] }]);
  const alternatives = [
    contains(sql.ref(COLUMNS.fileName), words),
    contains(sql.ref(COLUMNS.customerName), words),
    inFolder('plate'),
    inFolder('businessId'),
  ];
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

const CRITERION_COLUMNS: CriterionColumns = { ...COLUMNS, genericFilter: anywhere };
const SORTABLE = Object.fromEntries(DOCUMENT_SORTS.map((name) => [name, COLUMNS[name]]));

const PREFIX = 'folderDTO.';
const isOwn = (criterion: Criterion): boolean => Object.hasOwn(DOCUMENT_OWN_CRITERIA, criterion.field);
const unprefixed = (criterion: Criterion): Criterion =>
  criterion.field.startsWith(PREFIX) ? { ...criterion, field: criterion.field.slice(PREFIX.length) } : criterion;

/** One page of what this actor may see, and how many there are in all. */
export async function searchDocuments(
  db: Db,
  search: { actor: Actor; page: PageQuery; criteria: readonly Criterion[] },
): Promise<{ ids: number[]; total: number }> {
  const theirs = search.criteria.filter((criterion) => !isOwn(criterion)).map(unprefixed);
  const scope = scopeConditions(visibleTo(search.actor, 'document.read'), {
    hst: COLUMNS.hst,
    createdBy: COLUMNS.createdBy,
    brand: COLUMNS.brand,
    folderType: COLUMNS.folderType,
  });
  const conditions = [
    ...scope,
    ...conditionsOf(search.criteria.filter(isOwn), CRITERION_COLUMNS),
    ...(theirs.length === 0 ? [] : [foldersMatching(FOLDER_ID, theirs)]),
  ];
  return listDocuments(db, listing(search.page, { conditions, sortable: SORTABLE, objectName: 'document' }));
}
