/** The signed-in user's account. */
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

/** In the demo every account signs in with this password at `POST /api/auth/login`; a production database never contains it. */
export const DEMO_PASSWORD = 'demo';
