/** Technical accounts of dealers' management systems: their networks, and the remaining validity of a former secret. */
import { z } from 'zod';
import { GROUP_OF_ROLE, ROLES, type Role } from './roles.ts';

export const DMS_ROLES: readonly Role[] = ROLES.filter((role) => GROUP_OF_ROLE[role] === 'dms');

const MAX_NETWORKS = 50;
export const SECRET_OVERLAP_HOURS = 24;
export const MAX_SECRET_OVERLAP_HOURS = 168;

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (text: string): boolean => network.safeParse(text).success;

export const networksSchema = z.strictObject({
  /** Addresses and networks (CIDR); null: any. */
  networks: z
    .array(z.string().refine(isNetwork, { message: 'network' }))
    .min(1)
    .max(MAX_NETWORKS)
    .nullable(),
});

export const secretOverlapSchema = z.strictObject({
  hours: z.number().int({ message: 'integer' }).min(0).max(MAX_SECRET_OVERLAP_HOURS).default(SECRET_OVERLAP_HOURS),
});
