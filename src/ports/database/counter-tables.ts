/** Row types of the counters behind totals and statistics (db/tables/13-database.sql). */
import type { Generated } from 'kysely';

export interface CounterEntityTable {
  kind: 'document' | 'folder' | 'dossier';
  legal_entity: string;
  brand: string;
  type: string;
  status: string;
  n: number;
}

export interface CounterTable extends CounterEntityTable {
  hst: string;
}

export interface CounterDeltaTable extends Omit<CounterTable, 'n'> {
  d: number;
}

export interface CounterCheckTable {
  only_row: Generated<boolean>;
  checked_date: Date;
}

export interface CounterTables {
  counter: CounterTable;
  counter_entity: CounterEntityTable;
  counter_delta: CounterDeltaTable;
  counter_check: CounterCheckTable;
}
