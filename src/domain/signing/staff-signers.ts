/**
 * Determines which staff roles sign in addition to the customers, which users may fill them, and how long a repeated
 * sign-in is valid. Pure.
 */
import { type Actor, canWrite } from '../access.ts';
import type { Brand } from '../dealers/brands.ts';
import { namedUsers, type VariableFields } from '../documents/variable-fields.ts';
import type { Language } from '../errors.ts';
import {
  type ConfiguredDocumentType,
  type FolderType,
  type FolderTypeConfiguration,
  SIGNER_ROLES,
  type SignerRole,
} from '../folders/folder-types.ts';
import { GROUP_OF_ROLE, ROLES, type Role, type RoleGroup } from '../identity/roles.ts';

export type StaffRole = Exclude<SignerRole, 'customer'>;

/** The dealer's signers by role: user ids. */
export type ChosenSigners = Partial<Record<StaffRole, number>>;

/** In display order; staff may sign in any order. */
export const STAFF_ROLES = SIGNER_ROLES.filter((role): role is StaffRole => role !== 'customer');

/** A repeated sign-in covers the signatures listed when it began, each once, for at most this long. */
export const FRESH_SIGN_IN_MINUTES = 10;

/** Signatures that one repeated sign-in may cover. */
export const MAX_ACTS = 20;

export const ROLE_OF_FIELD = {
  ROLE_OPERATOR_DEALER: 'operatorDealer',
  ROLE_SALE_MANAGER: 'salesManager',
} as const satisfies Partial<Record<Role, StaffRole>>;

const NAMES: Readonly<Record<SignerRole, Readonly<Record<Language, string>>>> = {
  customer: { it: 'Cliente', en: 'Customer' },
  dealer: { it: 'Concessionaria', en: 'Dealer' },
  operatorDealer: { it: 'Caposervizio', en: 'Service manager' },
  salesManager: { it: 'Responsabile vendite', en: 'Sales manager' },
};
export const signerRoleName = (role: SignerRole, language: Language = 'it'): string => NAMES[role][language];

/** A user named by a form field of a document. */
export interface NamedSigner {
  readonly role: StaffRole;
  readonly field: string;
  readonly userId: number;
}

/** If two fields name the same role, the first counts. */
export function namedSigners(values: VariableFields, type: ConfiguredDocumentType): NamedSigner[] {
  const named = namedUsers(values, type).map(({ field, role, userId }) => ({
    role: ROLE_OF_FIELD[role],
    field,
    userId,
  }));
  return named.filter(({ role }, index) => named.findIndex((other) => other.role === role) === index);
}

/** The dealer's signing roles: those that the type requires and those named by a form field. */
export function staffRolesOf(values: VariableFields, type: ConfiguredDocumentType | undefined): StaffRole[] {
  if (type === undefined) return [];
  const named = namedSigners(values, type).map(({ role }) => role);
  return STAFF_ROLES.filter((role) => type.signers.includes(role) || named.includes(role));
}

/** All roles that a document of this type requires to sign, in any folder; always includes the customer. */
export function requiredSignerRoles(configuration: FolderTypeConfiguration, slug: string): SignerRole[] {
  const types = configuration.flatMap(({ documentTypes }) => documentTypes).filter((type) => type.slug === slug);
  return SIGNER_ROLES.filter((role) => role === 'customer' || types.some(({ signers }) => signers.includes(role)));
}

/** Where a user would sign. */
export interface SigningScope {
  readonly hst: string;
  readonly brand: Brand;
  readonly folderType: FolderType;
}

/** Groups that sign for the dealer. */
const DEALER_GROUPS: readonly RoleGroup[] = ['dealer', 'supervisor'];

/** A user who signs in this role has one of these roles. */
export function rolesSigningAs(role: StaffRole): Role[] {
  if (role === 'operatorDealer') return ['ROLE_OPERATOR_DEALER'];
  if (role === 'salesManager') return ['ROLE_SALE_MANAGER'];
  return ROLES.filter((candidate) => DEALER_GROUPS.includes(GROUP_OF_ROLE[candidate]));
}

/** The user belongs to the dealer, may work on the brand and folder type, and has the role; every such user may sign for the dealer. */
export function maySignAs(role: StaffRole, user: Actor & { activated: boolean }, scope: SigningScope): boolean {
  if (!user.activated || !user.hstList.includes(scope.hst)) return false;
  if (!canWrite(user, scope.brand, scope.folderType)) return false;
  return rolesSigningAs(role).some((authority) => user.authorities.includes(authority));
}

export interface SignerState {
  readonly role: SignerRole;
  readonly state: string;
}

/** Customers sign first, staff then in any order: true once it is the staff's turn. */
export const isStaffTurn = (signers: readonly SignerState[]): boolean =>
  signers.every(({ role, state }) => role !== 'customer' || state === 'SIGNED');
