/** A user's data and rules (specification §3 User, §5 User, §6; P-4): one set for the form in the browser and for the server. */
import { z } from 'zod';
import { type BrandPermissions, isPrivileged, READONLY } from '../access.ts';
import { brandSchema } from '../dealers/brand-schema.ts';
import { BRANDS, type Brand } from '../dealers/brands.ts';
import { emailSchema } from '../dossiers/dossier.ts';
import { dialled, MOBILE_PHONE } from '../dossiers/patterns.ts';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import { printable, requiredText } from '../text.ts';
import { GROUP_OF_ROLE, ROLES, type Role, type RoleGroup, SINGLE_SELECTION_ROLES } from './roles.ts';

/** What a user may have in a brand. */
export const USER_PERMISSIONS = [...FOLDER_TYPES, READONLY] as const;

/** More dealers than the network has. */
const MOST_DEALERS = 1000;

/** Names as directories give them: `d.provini`, `d.provini@example.com`, `RETE\provini`. No two that look alike. */
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
  .max(MOST_DEALERS)
  .nullish()
  .transform((list) => unique(list ?? []));

export const loginSchema = requiredText().refine((text) => LOGIN.test(text), { message: 'login' });

/** The user's own telephone, which no customer's codes go to (D-45); left out: as it is, empty: none. */
const ownPhoneSchema = printable(255)
  .refine((text) => text === '' || MOBILE_PHONE.test(text), { message: 'mobilePhone' })
  .transform((text) => dialled(text) || null)
  .nullish();

const person = {
  firstName: requiredText(),
  lastName: requiredText(),
  email: emailSchema,
  authorities: authoritiesSchema,
  hstList: hstListSchema,
};

/** Fields of a user as the server is sent them; rules across fields are `userIssues`. */
export const USER_FIELDS = {
  ...person,
  brands: brandsSchema,
  activated: z.boolean().nullish(),
  mobilePhone: ownPhoneSchema,
};

/** The browser's form: one field for each brand (specification §3). */
const FIELD_OF_BRAND = { bmw: 'brand_bmw', bmwi: 'brand_bmwi', mini: 'brand_mini', moto: 'brand_moto' } as const;
type BrandField = (typeof FIELD_OF_BRAND)[Brand];

export interface UserValues {
  authorities: Role[];
  hstList: string[];
  brands: { brand: Brand; permissions: (typeof USER_PERMISSIONS)[number][] }[];
  activated?: boolean | null | undefined;
}

/** Roles that see only what belongs to their dealers; ADMIN and BMW_ITALIA see all, USER alone nothing (P-4). */
const OF_DEALERS: readonly RoleGroup[] = ['supervisor', 'dealer', 'sa3', 'dms'];

function rulesAcross(
  user: UserValues,
  context: z.core.$RefinementCtx,
  fieldOf: (brand: Brand, index: number) => (string | number)[],
) {
  if (isPrivileged(user)) return;
  const ofDealers = user.authorities.some((role) => OF_DEALERS.includes(GROUP_OF_ROLE[role]));
  // Whoever leaves may lose the dealers too: only an active account has to work somewhere.
  if (ofDealers && user.activated !== false && user.hstList.length === 0) {
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

/** Rules that look at several fields at once; for a schema made of `USER_FIELDS`. */
export function userRules(user: UserValues, context: z.core.$RefinementCtx): void {
  rulesAcross(user, context, (_brand, index) => ['brands', index, 'permissions']);
}

/** ADMIN and BMW_ITALIA reach everything: dealers and permissions of their own would say nothing and are not kept (P-20). */
export function withoutIdleGrants<U extends Pick<UserValues, 'authorities' | 'hstList' | 'brands'>>(user: U): U {
  return isPrivileged(user) ? { ...user, hstList: [], brands: [] } : user;
}

/** A new user as `POST /api/users` takes it. */
export const newUserSchema = z.strictObject({ login: loginSchema, ...USER_FIELDS }).superRefine(userRules);

/** The form of the browser, for a new user and for one that is edited (then without rules on the login, which stays). */
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
    rulesAcross({ ...form, brands: brandsOfForm(form) }, context, (brand) => [FIELD_OF_BRAND[brand]]);
  });

/** Brands of a user as the form shows them: an empty list where the user has none. */
export function formOfBrands(brands: readonly BrandPermissions[]): Record<BrandField, string[]> {
  const found = (brand: Brand): string[] => [...(brands.find((entry) => entry.brand === brand)?.permissions ?? [])];
  return {
    brand_bmw: found('bmw'),
    brand_bmwi: found('bmwi'),
    brand_mini: found('mini'),
    brand_moto: found('moto'),
  };
}

/** The form's brands as the server is sent them; one without any permission is left out. */
export function brandsOfForm<P extends string>(form: Record<BrandField, P[]>): { brand: Brand; permissions: P[] }[] {
  return BRANDS.map((brand) => ({ brand, permissions: form[FIELD_OF_BRAND[brand]] })).filter(
    ({ permissions }) => permissions.length > 0,
  );
}
