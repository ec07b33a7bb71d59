/** What the pages of services, licences and activations ask the server for (specification §7, P-14, P-15). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { activationAnswer, licenseAnswer } from '#contract/licenses.ts';
import type { serviceAnswer } from '#contract/services.ts';
import type { QuotaKind } from '#domain/entitlements/quota.ts';
import type { Figures } from '#domain/statistics/gauge.ts';
import { BYTES_PER_MEGABYTE } from '../text/numbers.ts';
import { call, callPage } from './client.ts';

export type ServiceRow = z.output<typeof serviceAnswer>;
export type LicenseRow = z.output<typeof licenseAnswer>;
export type ActivationRow = z.output<typeof activationAnswer>;

export const SERVICES = '/api/intesys-services';
export const LICENSES = '/api/licenses';
export const ACTIVATIONS = '/api/activations';

/** Few for each legal entity: all are asked for at once, so that they can be searched by their words and summed up. */
const ALL = { page: 0, size: 10_000, sort: 'id,desc' };

export const servicesQuery = queryOptions({
  queryKey: ['services', 'list'],
  queryFn: ({ signal }) => callPage<ServiceRow>(SERVICES, { query: ALL, signal }),
});

export const licensesQuery = queryOptions({
  queryKey: ['licenses', 'list'],
  queryFn: ({ signal }) => callPage<LicenseRow>(LICENSES, { query: ALL, signal }),
});

export interface ActivationsWanted {
  /** Zero-based. */
  page: number;
  size: number;
  /** field,order */
  sort: string;
  criteria: Readonly<Record<string, string | undefined>>;
}

export const activationsQuery = (wanted: ActivationsWanted) =>
  queryOptions({
    queryKey: ['activations', 'list', wanted],
    queryFn: ({ signal }) => {
      const { page, size, sort, criteria } = wanted;
      return callPage<ActivationRow>(ACTIVATIONS, { query: { page, size, sort, ...criteria }, signal });
    },
    placeholderData: keepPreviousData,
  });

interface Sizes {
  totalSizeUsed: { size: number };
  totalSizeAvailable?: { size: number };
}

/** How much of one kind a legal entity uses, messages or megabytes; null is the sum of all of them. */
export const quotaUse = (kind: QuotaKind, legalEntity: string | null) =>
  queryOptions({
    queryKey: ['statistics', 'quota', kind, legalEntity],
    queryFn: async ({ signal }): Promise<Figures> => {
      const query = { legalEntity: legalEntity ?? undefined };
      if (kind === 'OTP') return call<Figures>('/api/statistics/number-otp-used', { query, signal });
      const which = kind === 'DISK_SPACE' ? 'documents-size' : 'archived-documents-size';
      const { totalSizeUsed, totalSizeAvailable } = await call<Sizes>(`/api/statistics/${which}`, { query, signal });
      const used = totalSizeUsed.size / BYTES_PER_MEGABYTE;
      return totalSizeAvailable ? { used, total: totalSizeAvailable.size / BYTES_PER_MEGABYTE } : { used };
    },
  });
