/** Row types of technical accounts: their secrets, and the networks they may call from. */
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface TechnicalSecretTable {
  id: GeneratedAlways<number>;
  user_id: number;
  sha256: string;
  created_by: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
  last_used_date: ColumnType<Date | null, never, Date>;
  last_used_address: ColumnType<string | null, never, string>;
}

interface TechnicalNetworkTable {
  user_id: number;
  networks: string[];
}

export interface TechnicalTables {
  technical_secret: TechnicalSecretTable;
  technical_network: TechnicalNetworkTable;
}
