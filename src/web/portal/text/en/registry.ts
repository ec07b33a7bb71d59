/** English: lists and pages of customers and folders. */
import type { registry as italian } from '../it/registry.ts';
import type { Words } from '../words.ts';

export const registry: Words<typeof italian> = {
  search: 'Search',
};
