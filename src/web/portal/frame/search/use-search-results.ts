/** The calls of the search: customers, folders and documents in parallel; a newer text cancels the earlier calls. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { searchSimilarDossiers } from '#contract/calls/dossiers.ts';
import { MIN_TOLERANT_LENGTH } from '#domain/letters/typos.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import type { Page } from '../../api/client.ts';
import type { Criterion } from '../../api/queries/search.ts';
import { documentSearch, dossierSearch, folderSearch } from '../../api/queries.ts';
import { queryOf } from '../../api/query-options.ts';
import { useSession } from '../../api/session.tsx';
import type { Recent, RecentKind } from './recent-records.ts';
import { typedNumber } from './typed-number.ts';

/** The server requires at least three characters for text criteria. */
export const MIN_LENGTH = 3;
/** Rows per kind, few enough to scan. */
const ROWS_PER_KIND = 5;

export interface Rows {
  dossiers: UseQueryResult<Page<DossierRow>>;
  folders: UseQueryResult<Page<FolderRow>>;
  documents: UseQueryResult<Page<DocumentRow>>;
}

type Criteria = Readonly<Record<string, Criterion>>;

/** A disabled query must not keep the rows of an earlier one. */
const unless = (criteria: Criteria | null) => (criteria === null ? { enabled: false, placeholderData: undefined } : {});

/** null disables the query. */
function useRows(of: Record<RecentKind, Criteria | null>, size: number, sort: string): Rows {
  const { account } = useSession();
  const searchOf = (kind: RecentKind) => ({ page: 0, size, sort, criteria: of[kind] ?? {} });
  return {
    dossiers: useQuery({ ...dossierSearch(searchOf('dossiers')), ...unless(of.dossiers) }),
    folders: useQuery({ ...folderSearch(account, searchOf('folders')), ...unless(of.folders) }),
    documents: useQuery({ ...documentSearch(searchOf('documents')), ...unless(of.documents) }),
  };
}

/** The results of a typed text. */
export interface SearchResults extends Rows {
  /** The document with this number. */
  numbered: UseQueryResult<Page<DocumentRow>>;
  /** Customers whose names differ by one typo; searched when few match exactly. */
  similar: UseQueryResult<readonly DossierRow[]>;
}

/** Open customers and folders, and documents in any state; a too short text runs no search. */
export function useSearchResults(text: string): SearchResults {
  const number = typedNumber(text);
  const exact = useExact(text);
  const few = exact.dossiers.data !== undefined && exact.dossiers.data.total < ROWS_PER_KIND;
  const forgiven = text.length >= MIN_TOLERANT_LENGTH && !exact.dossiers.isPlaceholderData && few;
  return {
    ...exact,
    numbered: useQuery({
      ...documentSearch({ page: 0, size: 1, sort: 'id,desc', criteria: { id: { equals: number ?? 0 } } }),
      placeholderData: undefined,
      enabled: number !== null,
    }),
    similar: useQuery({ ...queryOf(searchSimilarDossiers, { body: { text } }), enabled: forgiven }),
  };
}

function useExact(text: string): Rows {
  const long = text.length >= MIN_LENGTH;
  const genericFilter = { contains: text };
  const open = { equals: 'OPEN' };
  return useRows(
    {
      dossiers: long ? { genericFilter, status: open } : null,
      folders: long ? { genericFilter, status: open } : null,
      documents: long ? { genericFilter } : null,
    },
    ROWS_PER_KIND,
    'lastModifiedDate,desc',
  );
}

/** The rows of recently opened records; deleted ones are missing. */
export function useRecentRows(recent: readonly Recent[], enabled: boolean): Rows {
  const ids = (kind: RecentKind): Criteria | null => {
    const kindIds = recent.filter((entry) => entry.kind === kind).map(({ id }) => String(id));
    return enabled && kindIds.length > 0 ? { id: { in: kindIds } } : null;
  };
  return useRows(
    { dossiers: ids('dossiers'), folders: ids('folders'), documents: ids('documents') },
    recent.length || 1,
    'id,desc',
  );
}
