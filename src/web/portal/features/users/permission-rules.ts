/** Which boxes of the permission grid can be used, and why not (specification §5 User, §6; DESIGN.md §4). Pure. */
import { type Actor, givablePermissions, READONLY } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';

export type Permission = FolderType | typeof READONLY;
export type BoxReason = 'readonly' | 'notGivable';

/** What the brand has now, what it had when the form was opened, and what the actor may give in it. */
export interface BrandColumn {
  chosen: readonly string[];
  had: readonly string[];
  givable: readonly string[];
}

/** Null for a box that can be used. What is chosen can always be taken away. */
export function boxReason(permission: Permission, column: BrandColumn): BoxReason | null {
  const { chosen, had, givable } = column;
  if (chosen.includes(permission)) return null;
  const excluded = permission === READONLY ? chosen.length > 0 : chosen.includes(READONLY);
  if (excluded) return 'readonly';
  return givable.includes(permission) || had.includes(permission) ? null : 'notGivable';
}

/** Folder types that fill a whole column at once: all that write; empty when the actor may give none. */
export function wholeColumn({ had, givable }: BrandColumn): FolderType[] {
  return FOLDER_TYPES.filter(
    (type) => type !== 'VEHICLE_EXIT_REQUEST' && (givable.includes(type) || had.includes(type)),
  );
}

/** Rows of the grid: the vehicle exit request only where an old user still has it, so that it can be taken away. */
export function gridRows(columns: Readonly<Record<Brand, BrandColumn>>): Permission[] {
  const types = FOLDER_TYPES.filter(
    (type) =>
      type !== 'VEHICLE_EXIT_REQUEST' ||
      BRANDS.some((brand) => columns[brand].chosen.includes(type) || columns[brand].had.includes(type)),
  );
  return [...types, READONLY];
}

/** The chosen permissions after a box was clicked, in the order of the grid. */
export function toggled(chosen: readonly string[], permission: Permission): string[] {
  if (chosen.includes(permission)) return chosen.filter((one) => one !== permission);
  return [...FOLDER_TYPES, READONLY].filter((one) => one === permission || chosen.includes(one));
}

/** Whatever the actor, the vehicle exit request is nothing a user of dealers can get (specification §6). */
export const givableIn = (actor: Actor, brand: Brand): string[] =>
  givablePermissions(actor, brand).filter((one) => one !== 'VEHICLE_EXIT_REQUEST');
