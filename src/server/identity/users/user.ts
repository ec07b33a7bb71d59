/** A user of the staff as the server knows it, and as the browser is told (specification §3 User, P-20). */
import type { z } from 'zod';
import type { userAnswer } from '#contract/accounts/users.ts';
import { type Actor, type BrandPermissions, isPrivileged } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { Account } from '#domain/identity/account.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { Identity } from '#ports/identity-provider.ts';

/** A stored user; it can act as it is. */
export interface User extends Actor {
  readonly firstName: string;
  readonly lastName: string;
  readonly fullname: string;
  readonly email: string;
  readonly activated: boolean;
}

/** A user with who made and changed it, as administration sees it. */
export interface UserRecord extends User {
  /** The own telephone as it is dialled. */
  readonly mobilePhone: string | null;
  readonly createdBy: string | null;
  readonly createdDate: Date;
  readonly lastModifiedBy: string | null;
  readonly lastModifiedDate: Date;
}

/** What a new user is made of. */
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
  /** Made by `makePasswordVerifier`; null for everyone who signs in at the identity provider. */
  readonly passwordVerifier: string | null;
  /** Whom the identity provider means, where that is known beforehand; else the first sign-in binds it. */
  readonly identity?: Identity;
}

/** ADMIN and BMW_ITALIA see four brands with every folder type and no dealers of their own (P-4, P-20). */
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

/** A user as administration is shown it: the account with its audit trail. */
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
