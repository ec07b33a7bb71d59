/** A staff user as stored, and in API form. */
import type { z } from 'zod';
import type { userAnswer } from '#contract/accounts/users.ts';
import { type Actor, type BrandPermissions, isPrivileged } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { Account } from '#domain/identity/account.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { Identity } from '#ports/identity-provider.ts';

/** A stored user, usable as an actor. */
export interface User extends Actor {
  readonly firstName: string;
  readonly lastName: string;
  readonly fullname: string;
  readonly email: string;
  readonly activated: boolean;
}

/** A user with its authors and dates, as administration sees it. */
export interface UserRecord extends User {
  /** The user's own telephone, normalised for dialling. */
  readonly mobilePhone: string | null;
  readonly createdBy: string | null;
  readonly createdDate: Date;
  readonly lastModifiedBy: string | null;
  readonly lastModifiedDate: Date;
}

export interface NewUser {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly authorities: readonly Role[];
  readonly hstList: readonly string[];
  readonly brands: readonly BrandPermissions[];
  readonly activated: boolean;
  readonly mobilePhone?: string | null | undefined;
  /** Made by `makePasswordVerifier`; null for users who sign in at the identity provider. */
  readonly passwordVerifier: string | null;
  /** The provider identity, if known in advance; otherwise the first sign-in binds it. */
  readonly identity?: Identity;
}

/** ADMIN and BMW_ITALIA see four brands with every folder type and no dealers of their own. */
export function presentAccount(user: User): Account {
  const privileged = isPrivileged(user);
  return {
    id: user.id,
    login: user.login,
    firstName: user.firstName,
    lastName: user.lastName,
    fullname: user.fullname,
    email: user.email,
    activated: user.activated,
    authorities: [...user.authorities],
    hstList: privileged ? [] : [...user.hstList],
    brands: privileged
      ? BRANDS.map((brand) => ({ brand, permissions: [...FOLDER_TYPES] }))
      : user.brands.map(({ brand, permissions }) => ({ brand, permissions: [...permissions] })),
  };
}

/** A user as shown to administration: the account with its authors and dates. */
export function presentUser(user: UserRecord): z.output<typeof userAnswer> {
  return {
    ...presentAccount(user),
    ...(user.mobilePhone === null ? {} : { mobilePhone: user.mobilePhone }),
    createdBy: user.createdBy,
    createdDate: user.createdDate.toISOString(),
    lastModifiedBy: user.lastModifiedBy,
    lastModifiedDate: user.lastModifiedDate.toISOString(),
  };
}
