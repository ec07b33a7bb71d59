/** A user's data and rules: shared by the browser's form and the server. */
import { z } from 'zod';
import { type BrandPermissions, isPrivileged, READONLY } from '../access.ts';
import { brandSchema } from '../dealers/brand-schema.ts';
import { BRANDS, type Brand } from '../dealers/brands.ts';
import { MOBILE_PHONE, normalisedPhone } from '../dossiers/contact-patterns.ts';
import { emailSchema } from '../dossiers/dossier.ts';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import { printable, requiredText } from '../text-schemas.ts';
import { GROUP_OF_ROLE, ROLES, type Role, type RoleGroup, SINGLE_SELECTION_ROLES } from './roles.ts';

/** Permissions of a user in a brand. */
export const USER_PERMISSIONS = [...FOLDER_TYPES, READONLY] as const;

/** More dealers than any network has. */
const MAX_DEALERS = 1000;

/** Names as in directories: `d.provini`, `d.provini@example.com`, `RETE\provini`. Excludes look-alike characters. */
const LOGIN = /^[A-Za-z0-9._@+\\-]*$/;

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const permissionsSchema = z
  .array(z.enum(USER_PERMISSIONS))
  .max(100)
  .transform(unique)
  .refine((list) => list.length < 2 || !list.includes(READONLY), { message: 'readonlyAlone' });

const brandsSchema = z
  .array(z.strictObject({ brand: brandSchema, permissions: permissionsSchema }))
  .max(100)
  .refine((list) => unique(list.map(({ brand }) => brand)).length === list.length, { message: 'duplicate' })
  .nullish()
  .transform((list) => (list ?? []).filter(({ permissions }) => permissions.length > 0));

const authoritiesSchema = z
  .array(z.enum(ROLES))
  .min(1)
  .max(100)
  .transform(unique)
  .refine((roles) => roles.length < 2 || !roles.some((role) => SINGLE_SELECTION_ROLES.includes(role)), {
    message: 'singleRole',
  });

const hstListSchema = z
  .array(requiredText())
  .max(MAX_DEALERS)
  .nullish()
  .transform((list) => unique(list ?? []));

export const loginSchema = requiredText().refine((text) => LOGIN.test(text), { message: 'login' });

/** The user's own phone, which never receives customers' codes; absent: unchanged, empty: none. */
const ownPhoneSchema = printable(255)
  .refine((text) => text === '' || MOBILE_PHONE.test(text), { message: 'mobilePhone' })
  .transform((text) => normalisedPhone(text) || null)
  .nullish();

const person = {
  firstName: requiredText(),
  lastName: requiredText(),
  email: emailSchema,
  authorities: authoritiesSchema,
  hstList: hstListSchema,
};

/** Fields of a user in requests; rules across fields are in `userRules`. */
export const USER_FIELDS = {
  ...person,
  brands: brandsSchema,
  activated: z.boolean().nullish(),
  mobilePhone: ownPhoneSchema,
};

/** The browser's form has one field per brand. */
const FIELD_OF_BRAND = { bmw: 'brand_bmw', bmwi: 'brand_bmwi', mini: 'brand_mini', moto: 'brand_moto' } as const;
type BrandField = (typeof FIELD_OF_BRAND)[Brand];

export interface UserValues {
  authorities: Role[];
  hstList: string[];
  brands: { brand: Brand; permissions: (typeof USER_PERMISSIONS)[number][] }[];
  activated?: boolean | null | undefined;
}

/** Roles limited to their dealers; ADMIN and BMW_ITALIA see everything, a mere USER nothing. */
const DEALER_BOUND_GROUPS: readonly RoleGroup[] = ['supervisor', 'dealer', 'sa3', 'dms'];

function addCrossFieldIssues(
  user: UserValues,
  context: z.core.$RefinementCtx,
  fieldOf: (brand: Brand, index: number) => (string | number)[],
) {
  if (isPrivileged(user)) return;
  const isDealerBound = user.authorities.some((role) => DEALER_BOUND_GROUPS.includes(GROUP_OF_ROLE[role]));
  // A departing user may lose all dealers: only an active account requires one.
  if (isDealerBound && user.activated !== false && user.hstList.length === 0) {
    context.issues.push({ code: 'custom', message: 'required', path: ['hstList'], input: user.hstList });
  }
  user.brands.forEach(({ brand, permissions }, index) => {
    if (permissions.includes('VEHICLE_EXIT_REQUEST')) {
      context.issues.push({
        code: 'custom',
        message: 'privilegedOnly',
        path: fieldOf(brand, index),
        input: permissions,
      });
    }
  });
}

/** Rules across several fields; for a schema made of `USER_FIELDS`. */
export function userRules(user: UserValues, context: z.core.$RefinementCtx): void {
  addCrossFieldIssues(user, context, (_brand, index) => ['brands', index, 'permissions']);
}

/** ADMIN and BMW_ITALIA have access to everything: their dealers and permissions would have no effect and are not stored. */
export function withoutUnusedGrants<U extends Pick<UserValues, 'authorities' | 'hstList' | 'brands'>>(user: U): U {
  return isPrivileged(user) ? { ...user, hstList: [], brands: [] } : user;
}

/** A new user as accepted by `POST /api/users`. */
export const newUserSchema = z.strictObject({ login: loginSchema, ...USER_FIELDS }).superRefine(userRules);

/** The browser's form, for a new user and for editing (then without rules on the login, which cannot be changed). */
export const userFormSchema = z
  .object({
    login: loginSchema,
    ...person,
    activated: z.boolean(),
    mobilePhone: ownPhoneSchema,
    brand_bmw: permissionsSchema,
    brand_bmwi: permissionsSchema,
    brand_mini: permissionsSchema,
    brand_moto: permissionsSchema,
  })
  .superRefine((form, context) => {
    addCrossFieldIssues({ ...form, brands: brandsOfForm(form) }, context, (brand) => [FIELD_OF_BRAND[brand]]);
  });

/** A user's brands in the form's representation: an empty list for each brand without permissions. */
export function formOfBrands(brands: readonly BrandPermissions[]): Record<BrandField, string[]> {
  const found = (brand: Brand): string[] => [...(brands.find((entry) => entry.brand === brand)?.permissions ?? [])];
  return {
    brand_bmw: found('bmw'),
    brand_bmwi: found('bmwi'),
    brand_mini: found('mini'),
    brand_moto: found('moto'),
  };
}

/** The form's brands in the request's representation; brands without permissions are left out. */
export function brandsOfForm<P extends string>(form: Record<BrandField, P[]>): { brand: Brand; permissions: P[] }[] {
  return BRANDS.map((brand) => ({ brand, permissions: form[FIELD_OF_BRAND[brand]] })).filter(
    ({ permissions }) => permissions.length > 0,
  );
}
