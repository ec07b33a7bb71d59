/** Values of the user form, one field per brand, converted to and from the server's format. Pure. */
import type { createUser } from '#contract/calls/users.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { isPrivileged } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import type { FieldIssue } from '#domain/errors.ts';
import type { Role } from '#domain/identity/roles.ts';
import { brandsOfForm, formOfBrands, userFormSchema } from '#domain/identity/user.ts';
import { issuesOf } from '#domain/validation.ts';
import type { Account } from '../../api/answer-types.ts';
import type { UserRow } from '../../api/queries/users.ts';
import { completePhone } from '../../text/phone-number.ts';

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

/** @param dealers dealers of the user who fills in the form: a single one is preselected. */
export function newUserValues(dealers: readonly string[]): UserValues {
  return {
    ...{ login: '', firstName: '', lastName: '', email: '', mobilePhone: '', activated: true, authorities: [] },
    hstList: dealers.length === 1 ? [...dealers] : [],
    ...formOfBrands([]),
  };
}

/** Users with access to everything are shown with all brands, but have none of their own. */
export function valuesOf(user: Account & Pick<UserRow, 'mobilePhone'>): UserValues {
  const { login, firstName, lastName, email, activated, authorities, hstList, brands } = user;
  return {
    ...{ login, firstName, lastName, email, activated, authorities: [...authorities], hstList: [...hstList] },
    mobilePhone: user.mobilePhone ?? '',
    ...formOfBrands(isPrivileged(user) ? [] : brands),
  };
}

/** The body to send; only a new user has the login. */
/** The login is set for a new user and cannot change afterwards. */
type UserBody = BodyOf<typeof createUser>;

export function userBody(values: UserValues, creating: boolean): UserBody {
  const { login, firstName, lastName, email, activated, authorities } = values;
  const mobilePhone = completePhone(values.mobilePhone);
  const idle = isPrivileged(values);
  return {
    ...(creating ? { login } : {}),
    ...{ firstName, lastName, email, activated, authorities },
    // The specification's User has no such field: leave it out for a new user without a number.
    ...(creating && mobilePhone === '' ? {} : { mobilePhone }),
    hstList: idle ? [] : values.hstList,
    brands: idle ? [] : brandsOfForm(values),
    // Raw input: the schema rejects it before it is sent.
  } as UserBody;
}

/** Issues of the shared schema, mapped to the form's fields. */
export function userIssues(values: UserValues, creating: boolean): FieldIssue[] {
  const idle = isPrivileged(values) ? { hstList: [], ...formOfBrands([]) } : {};
  const issues = issuesOf('user', userFormSchema, { ...values, ...idle });
  // Without a role the schema cannot decide yet, but the field is marked as required: report it on the first attempt.
  if (issues.length > 0 && values.authorities.length === 0 && values.activated && values.hstList.length === 0) {
    issues.push({ objectName: 'user', field: 'hstList', code: 'required' });
  }
  return issues
    .map((issue) => ({ ...issue, field: issue.field.split('.')[0] ?? issue.field }))
    .filter(({ field }) => creating || field !== 'login');
}

/** The form field of a server field: `brands.1.permissions` of the sent body, `hstList.0`, `authorities.2`. */
export function fieldOfServer(field: string, values: UserValues): string {
  const [name = field, index] = field.split('.');
  if (name !== 'brands') return name;
  const brand = brandsOfForm(values)[Number(index)]?.brand ?? BRANDS[0];
  return brandField(brand);
}
