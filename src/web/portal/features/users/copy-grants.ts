/** Copies from a colleague the roles, dealers and permissions that the actor may grant. Pure. */
import type { Actor } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { Account } from '../../api/answer-types.ts';
import { givableIn } from './permission-rules.ts';
import { brandField, type UserValues, valuesOf } from './user-values.ts';

export type Grants = Pick<UserValues, 'authorities' | 'hstList' | ReturnType<typeof brandField>>;

export interface LeftOut {
  authorities: Role[];
  hstList: string[];
  permissions: { brand: Brand; permission: string }[];
}

export interface Giver {
  actor: Actor;
  mayGiveRole: (role: Role) => boolean;
  /** Dealers that the actor may assign. */
  dealers: readonly string[];
}

export const grantsOf = (values: UserValues): Grants => ({
  authorities: values.authorities,
  hstList: values.hstList,
  brand_bmw: values.brand_bmw,
  brand_bmwi: values.brand_bmwi,
  brand_mini: values.brand_mini,
  brand_moto: values.brand_moto,
});

/** @param had what the edited user already has: it may stay, regardless of the rights of the user who saves. */
export function copyGrants(colleague: Account, giver: Giver, had: Grants): { grants: Grants; leftOut: LeftOut } {
  const colleagueGrants = grantsOf(valuesOf(colleague));
  const leftOut: LeftOut = { authorities: [], hstList: [], permissions: [] };
  const grants = structuredClone(colleagueGrants);
  const mayGive = (role: Role) => giver.mayGiveRole(role) || had.authorities.includes(role);
  grants.authorities = colleagueGrants.authorities.filter(mayGive);
  leftOut.authorities = colleagueGrants.authorities.filter((role) => !mayGive(role));
  const mayAssign = (hst: string) => giver.dealers.includes(hst) || had.hstList.includes(hst);
  grants.hstList = colleagueGrants.hstList.filter(mayAssign);
  leftOut.hstList = colleagueGrants.hstList.filter((hst) => !mayAssign(hst));
  for (const brand of BRANDS) {
    const name = brandField(brand);
    const allowed = [...givableIn(giver.actor, brand), ...had[name]];
    grants[name] = colleagueGrants[name].filter((permission) => allowed.includes(permission));
    const refused = colleagueGrants[name].filter((permission) => !allowed.includes(permission));
    leftOut.permissions.push(...refused.map((permission) => ({ brand, permission })));
  }
  return { grants, leftOut };
}

export const isComplete = ({ authorities, hstList, permissions }: LeftOut): boolean =>
  authorities.length + hstList.length + permissions.length === 0;

/** Brands with at least one permission. */
export const brandsIn = (grants: Grants): Brand[] => BRANDS.filter((brand) => grants[brandField(brand)].length > 0);
