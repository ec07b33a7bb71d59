/** Queries of the waiting list and its count. Keyed under `documents`: changes of a document refresh them. */
import { keepPreviousData } from '@tanstack/react-query';
import { countWaiting, searchWaiting } from '#contract/calls/documents.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-options.ts';
import { type Search, searchInput } from './search.ts';

export type WaitingRow = RowOf<typeof searchWaiting>;

export const waitingSearch = (search: Search) =>
  pageOf(searchWaiting, searchInput(search), { placeholderData: keepPreviousData });

/** @param legalEntity counts only documents of this legal entity; null: all that the user may see. */
export const waitingCountQuery = (legalEntity: string | null) =>
  queryOf(countWaiting, legalEntity === null ? {} : { query: { legalEntity } });
