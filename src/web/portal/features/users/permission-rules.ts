/** Decides which boxes of the permission grid can be used, and why not. Pure. */
import { type Actor, grantablePermissions, READONLY } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';

export type Permission = FolderType | typeof READONLY;
export type BoxReason = 'readonly' | 'notGivable';

/** The brand's current permissions, those when the form was opened, and those that the actor may grant. */
export interface BrandColumn {
  chosen: readonly string[];
  had: readonly string[];
  givable: readonly string[];
}

/** Null for a usable box. A selected permission can always be removed. */
export function boxReason(permission: Permission, column: BrandColumn): BoxReason | null {
  const { chosen, had, givable } = column;
  if (chosen.includes(permission)) return null;
  const excluded = permission === READONLY ? chosen.length > 0 : chosen.includes(READONLY);
  if (excluded) return 'readonly';
  return givable.includes(permission) || had.includes(permission) ? null : 'notGivable';
}

/** Folder types selected by "whole column": all with write access; empty when the actor may grant none. */
export function wholeColumn({ had, givable }: BrandColumn): FolderType[] {
  return FOLDER_TYPES.filter(
    (type) => type !== 'VEHICLE_EXIT_REQUEST' && (givable.includes(type) || had.includes(type)),
  );
}

/** Rows of the grid; the vehicle exit request appears only where a user still has it, so that it can be removed. */
export function gridRows(columns: Readonly<Record<Brand, BrandColumn>>): Permission[] {
  const types = FOLDER_TYPES.filter(
    (type) =>
      type !== 'VEHICLE_EXIT_REQUEST' ||
      BRANDS.some((brand) => columns[brand].chosen.includes(type) || columns[brand].had.includes(type)),
  );
  return [...types, READONLY];
}

/** The selected permissions after a click on a box, in grid order. */
export function toggled(chosen: readonly string[], permission: Permission): string[] {
  if (chosen.includes(permission)) return chosen.filter((other) => other !== permission);
  return [...FOLDER_TYPES, READONLY].filter((entry) => entry === permission || chosen.includes(entry));
}

/** No actor can grant the vehicle exit request to a dealer's user. */
export const givableIn = (actor: Actor, brand: Brand): string[] =>
  grantablePermissions(actor, brand).filter((givable) => givable !== 'VEHICLE_EXIT_REQUEST');
