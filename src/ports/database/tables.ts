/** Row types of all tables and views; those in `generated` are printed from the migrated schema (record 0095). */
import type { TablesAToC } from './generated/tables-a-c.ts';
import type { TablesD } from './generated/tables-d.ts';
import type { TablesEToO } from './generated/tables-e-o.ts';
import type { TablesPToS } from './generated/tables-p-s.ts';
import type { TablesTToZ } from './generated/tables-t-z.ts';

export type * from './generated/tables-a-c.ts';
export type * from './generated/tables-d.ts';
export type * from './generated/tables-e-o.ts';
export type * from './generated/tables-p-s.ts';
export type * from './generated/tables-t-z.ts';

export interface Tables extends TablesAToC, TablesD, TablesEToO, TablesPToS, TablesTToZ {}
