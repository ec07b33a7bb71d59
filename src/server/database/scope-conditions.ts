/** Translates what an actor may see into conditions on a table's scope columns. */
import { type SqlBool, sql } from 'kysely';
import type { Visibility } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { type Condition, FALSE_CONDITION } from './criteria.ts';

export interface ScopeColumns {
  hst: string;
  createdBy: string;
  /** Omitted for tables scoped only by dealer. */
  brand?: string;
  folderType?: string;
}

const valueList = (list: readonly string[]) => sql.join(list.map((value) => sql`${value}`));

/** For a single dealer, an equality preserves the order of an index that starts with the dealer. */
export function oneOf(column: string, list: readonly string[]): Condition {
  if (list.length === 0) return FALSE_CONDITION;
  if (list.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${list[0]}`;
  return sql<SqlBool>`${sql.ref(column)} in (${valueList(list)})`;
}

/** Empty for actors who see everything; `false` for those who see nothing. */
export function scopeConditions(visibility: Visibility | null, columns: ScopeColumns): Condition[] {
  if (visibility === null) return [];
  const { hsts, pairs, createdBy } = visibility;
  if (hsts.length === 0) return [FALSE_CONDITION];
  const conditions = [oneOf(columns.hst, hsts)];
  if (createdBy !== null) conditions.push(sql<SqlBool>`${sql.ref(columns.createdBy)} = ${createdBy}`);
  if (columns.brand !== undefined && columns.folderType !== undefined) {
    conditions.push(pairCondition(pairs, columns.brand, columns.folderType));
  }
  return conditions;
}

export function pairCondition(pairs: Visibility['pairs'], brandColumn: string, typeColumn: string): Condition {
  const typesOf = new Map<Brand, FolderType[]>();
  for (const { brand, folderType } of pairs) typesOf.set(brand, [...(typesOf.get(brand) ?? []), folderType]);
  if (typesOf.size === 0) return FALSE_CONDITION;
  const conditions = [...typesOf].map(
    ([brand, types]) => sql`(${sql.ref(brandColumn)} = ${brand} and ${sql.ref(typeColumn)} in (${valueList(types)}))`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
