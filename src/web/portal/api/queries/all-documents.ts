/** Queries of the list of all documents: counts per view, and possible creators. */
import { keepPreviousData } from '@tanstack/react-query';
import { countDocumentViews } from '#contract/calls/documents.ts';
import { listColleagues } from '#contract/calls/users.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { queryOf } from '../query-options.ts';

export type DocumentCriteria = BodyOf<typeof countDocumentViews>;

export const viewCountsQuery = (body: DocumentCriteria) =>
  queryOf(countDocumentViews, { body }, { placeholderData: keepPreviousData });

const KEPT_MS = 600_000;

/** @param hsts only colleagues of these dealers; null: all that the user may see. */
export const colleaguesQuery = (hsts: readonly string[] | null) =>
  queryOf(listColleagues, hsts === null ? {} : { query: { hst: hsts.join(',') } }, { staleTime: KEPT_MS });
