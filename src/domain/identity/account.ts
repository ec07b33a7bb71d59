/** The account of whoever is signed in (specification §3 User, P-20). */
import type { BrandPermissions } from '../access.ts';
import type { Role } from './roles.ts';

export interface Account {
  id: number;
  login: string;
  firstName: string;
  lastName: string;
  fullname: string;
  email: string;
  activated: boolean;
  authorities: Role[];
  hstList: string[];
  brands: BrandPermissions[];
}

/** In the demo every account signs in with it at `POST /api/auth/login` (P-3); a production database never holds it. */
export const DEMO_PASSWORD = 'demo';
