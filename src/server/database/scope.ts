/** What an actor may see as a condition on the scope columns of a table (P-4, database.md §1). */
import { type SqlBool, sql } from 'kysely';
import type { Visibility } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { Condition } from './criteria.ts';

export interface ScopeColumns {
  hst: string;
  createdBy: string;
  /** Left out for tables that only the dealer scopes. */
  brand?: string;
  folderType?: string;
}

const values = (list: readonly string[]) => sql.join(list.map((value) => sql`${value}`));

/** Nothing for those who see everything; `false` for those who see nothing. */
export function scopeConditions(visibility: Visibility | null, columns: ScopeColumns): Condition[] {
  if (visibility === null) return [];
  const { hsts, pairs, createdBy } = visibility;
  if (hsts.length === 0) return [sql<SqlBool>`false`];
  const conditions: Condition[] = [
    // One dealer as an equality keeps the order of the index (database.md §8).
    hsts.length === 1
      ? sql<SqlBool>`${sql.ref(columns.hst)} = ${hsts[0]}`
      : sql<SqlBool>`${sql.ref(columns.hst)} in (${values(hsts)})`,
  ];
  if (createdBy !== null) conditions.push(sql<SqlBool>`${sql.ref(columns.createdBy)} = ${createdBy}`);
  if (columns.brand !== undefined && columns.folderType !== undefined) {
    conditions.push(pairCondition(pairs, columns.brand, columns.folderType));
  }
  return conditions;
}

function pairCondition(pairs: Visibility['pairs'], brandColumn: string, typeColumn: string): Condition {
  const typesOf = new Map<Brand, FolderType[]>();
  for (const { brand, folderType } of pairs) typesOf.set(brand, [...(typesOf.get(brand) ?? []), folderType]);
  if (typesOf.size === 0) return sql<SqlBool>`false`;
  const each = [...typesOf].map(
    ([brand, types]) => sql`(${sql.ref(brandColumn)} = ${brand} and ${sql.ref(typeColumn)} in (${values(types)}))`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}
