/** Row types of all tables and views; those in `generated` are printed from the migrated schema (record 0095). */
import type { TablesAToC } from './generated/tables-a-c.ts';
import type { TablesDToE } from './generated/tables-d-e.ts';
import type { TablesFToR } from './generated/tables-f-r.ts';
import type { TablesSToZ } from './generated/tables-s-z.ts';

export type * from './generated/tables-a-c.ts';
export type * from './generated/tables-d-e.ts';
export type * from './generated/tables-f-r.ts';
export type * from './generated/tables-s-z.ts';

export interface Tables extends TablesAToC, TablesDToE, TablesFToR, TablesSToZ {}
