/** Telephones that received codes in more names than one (D-45). */
import { keepPreviousData } from '@tanstack/react-query';
import { listRecurringNumbers } from '#contract/calls/signing.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf } from '../query-of.ts';

export type RecurringNumberRow = RowOf<typeof listRecurringNumbers>;

/** Under `documents`: a document that is started or signed brings it up to date. */
export const recurringNumbersQuery = (query: { page: number; size: number; days: number }) =>
  pageOf(listRecurringNumbers, { query }, { placeholderData: keepPreviousData });
