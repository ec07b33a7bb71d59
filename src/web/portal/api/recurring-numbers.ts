/** Telephones that received codes in more names than one (D-45). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentStatus } from '#domain/documents/life.ts';
import { callPage } from './client.ts';

interface SignedWithNumber {
  id: number;
  type: string;
  fileName: string | null;
  status: DocumentStatus;
  customer: string;
  startedBy: string;
  at: string;
}

export interface RecurringNumberRow {
  id: number;
  maskedPhone: string;
  people: number;
  signatures: number;
  firstDate: string;
  lastDate: string;
  /** The reader's own. */
  dealers: string[];
  /** How many besides. */
  otherDealers: number;
  startedBy: string[];
  documents: SignedWithNumber[];
}

/** Under `documents`: what is started or signed brings it up to date, too. */
export const recurringNumbersQuery = (wanted: { page: number; size: number; days: number }) =>
  queryOptions({
    queryKey: ['documents', 'recurring-numbers', wanted],
    queryFn: ({ signal }) => callPage<RecurringNumberRow>('/api/recurring-numbers', { query: wanted, signal }),
    placeholderData: keepPreviousData,
  });
