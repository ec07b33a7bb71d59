/** What the pages of services, licences and activations ask the server for (specification §7, P-14, P-15). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { activationAnswer, licenseAnswer } from '#contract/licenses.ts';
import type { serviceAnswer } from '#contract/services.ts';
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

/** One activation, asked anew whenever it is opened: what is edited is what is stored. Lists that change leave it alone. */
export const activationQuery = (id: number) =>
  queryOptions({
    queryKey: ['activation', id],
    queryFn: ({ signal }) => call<ActivationRow>(`${ACTIVATIONS}/${id}`, { signal }),
    gcTime: 0,
  });

export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id],
    queryFn: ({ signal }) => call<ServiceRow>(`${SERVICES}/${id}`, { signal }),
    gcTime: 0,
  });

export const licenseQuery = (id: number) =>
  queryOptions({
    queryKey: ['license', id],
    queryFn: ({ signal }) => call<LicenseRow>(`${LICENSES}/${id}`, { signal }),
    gcTime: 0,
  });
