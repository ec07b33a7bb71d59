/** Queries on services, licences and activations. */
import { keepPreviousData } from '@tanstack/react-query';
import { getActivation, getLicense, listActivations, listLicenses } from '#contract/calls/licenses.ts';
import { getService, listServices } from '#contract/calls/services.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-options.ts';
import type { Search } from './search.ts';

export type ServiceRow = RowOf<typeof listServices>;
export type LicenseRow = RowOf<typeof listLicenses>;
export type ActivationRow = RowOf<typeof listActivations>;

/** Few per legal entity: all are loaded together, so that they can be searched as text and summed up. */
const ALL = { page: 0, size: 10_000, sort: 'id,desc' };

export const servicesQuery = pageOf(listServices, { query: ALL });
export const licensesQuery = pageOf(listLicenses, { query: ALL });

interface ActivationSearch extends Omit<Search, 'criteria'> {
  criteria: Readonly<Record<string, string | undefined>>;
}

export const activationsQuery = ({ criteria, ...paging }: ActivationSearch) =>
  pageOf(listActivations, { query: { ...paging, ...criteria } }, { placeholderData: keepPreviousData });

/** One activation, fetched whenever it is opened, so that edits start from the stored state. List refreshes leave it unchanged. */
export const activationQuery = (id: number) => queryOf(getActivation, { path: { id } }, { gcTime: 0 });
export const serviceQuery = (id: number) => queryOf(getService, { path: { id } }, { gcTime: 0 });
export const licenseQuery = (id: number) => queryOf(getLicense, { path: { id } }, { gcTime: 0 });
