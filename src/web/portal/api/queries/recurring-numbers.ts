/** Telephones that received codes under more than one name. */
import { keepPreviousData } from '@tanstack/react-query';
import { listRecurringNumbers } from '#contract/calls/signing.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf } from '../query-options.ts';

export type RecurringNumberRow = RowOf<typeof listRecurringNumbers>;

/** Keyed under `documents`: starting or signing a document refreshes it. */
export const recurringNumbersQuery = (query: { page: number; size: number; days: number }) =>
  pageOf(listRecurringNumbers, { query }, { placeholderData: keepPreviousData });
