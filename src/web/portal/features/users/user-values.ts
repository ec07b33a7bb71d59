/** The user form's values: one field per brand as the specification names them (§3), to and from what the server takes. Pure. */

import type { createUser } from '#contract/calls/users.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { isPrivileged } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import type { FieldIssue } from '#domain/errors.ts';
import type { Role } from '#domain/identity/roles.ts';
import { brandsOfForm, formOfBrands, userFormSchema } from '#domain/identity/user.ts';
import { issuesOf } from '#domain/validation.ts';
import type { UserRow } from '../../api/queries/users.ts';
import type { Account } from '../../api/shapes.ts';
import { completePhone } from '../../text/phone.ts';

export type BrandField = `brand_${Brand}`;

export type UserValues = {
  login: string;
  firstName: string;
  lastName: string;
  email: string;
  mobilePhone: string;
  activated: boolean;
  authorities: Role[];
  hstList: string[];
} & Record<BrandField, string[]>;

export const brandField = (brand: Brand): BrandField => `brand_${brand}`;

/** @param dealers of whoever fills the form: the only one is chosen already. */
export function newUserValues(dealers: readonly string[]): UserValues {
  return {
    ...{ login: '', firstName: '', lastName: '', email: '', mobilePhone: '', activated: true, authorities: [] },
    hstList: dealers.length === 1 ? [...dealers] : [],
    ...formOfBrands([]),
  };
}

/** Those who reach everything are shown with all brands, but have none of their own (P-20). */
export function valuesOf(user: Account & Pick<UserRow, 'mobilePhone'>): UserValues {
  const { login, firstName, lastName, email, activated, authorities, hstList, brands } = user;
  return {
    ...{ login, firstName, lastName, email, activated, authorities: [...authorities], hstList: [...hstList] },
    mobilePhone: user.mobilePhone ?? '',
    ...formOfBrands(isPrivileged(user) ? [] : brands),
  };
}

/** What is sent; the login only for a new user. */
/** A new user has a login; that of a stored one stays. */
type UserBody = BodyOf<typeof createUser>;

export function userBody(values: UserValues, creating: boolean): UserBody {
  const { login, firstName, lastName, email, activated, authorities } = values;
  const mobilePhone = completePhone(values.mobilePhone);
  const idle = isPrivileged(values);
  return {
    ...(creating ? { login } : {}),
    ...{ firstName, lastName, email, activated, authorities },
    // The specification's User has none: a new one without it is sent as the specification writes it (D-45).
    ...(creating && mobilePhone === '' ? {} : { mobilePhone }),
    hstList: idle ? [] : values.hstList,
    brands: idle ? [] : brandsOfForm(values),
    // As it is chosen: the schema refuses it before it is sent.
  } as UserBody;
}

/** Issues of the shared schema, each at a field of the form. */
export function userIssues(values: UserValues, creating: boolean): FieldIssue[] {
  const idle = isPrivileged(values) ? { hstList: [], ...formOfBrands([]) } : {};
  const issues = issuesOf('user', userFormSchema, { ...values, ...idle });
  // Without a role the schema cannot tell yet; the asterisk is there, so the first attempt says it.
  if (issues.length > 0 && values.authorities.length === 0 && values.activated && values.hstList.length === 0) {
    issues.push({ objectName: 'user', field: 'hstList', code: 'required' });
  }
  return issues
    .map((issue) => ({ ...issue, field: issue.field.split('.')[0] ?? issue.field }))
    .filter(({ field }) => creating || field !== 'login');
}

/** The form's field for the server's: `brands.1.permissions` of what was sent, `hstList.0`, `authorities.2`. */
export function fieldOfServer(field: string, values: UserValues): string {
  const [name = field, index] = field.split('.');
  if (name !== 'brands') return name;
  const brand = brandsOfForm(values)[Number(index)]?.brand ?? BRANDS[0];
  return brandField(brand);
}
