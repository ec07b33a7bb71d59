/** Row types of db/tables/14-devices.sql. */
import type { GeneratedAlways } from 'kysely';
import type { TabletTables } from './tablet-tables.ts';

export interface DevicePairingTable {
  id: GeneratedAlways<number>;
  activation_id: number;
  code_hash: string;
  state: 'OPEN' | 'CLAIMED' | 'CONFIRMED' | 'REFUSED' | 'VOID';
  issued_by: string;
  issued_date: Date;
  expires_date: Date;
  claimed_date: Date | null;
  public_key: string | null;
  key_id: string | null;
  device_name: string | null;
  user_agent: string | null;
  match_number: string | null;
  ended_by: string | null;
  ended_date: Date | null;
}

export interface DeviceTable {
  id: GeneratedAlways<number>;
  activation_id: number;
  public_key: string;
  key_id: string;
  name: string;
  user_agent: string | null;
  paired_by: string;
  paired_date: Date;
  last_seen_date: Date | null;
  disabled_by: string | null;
  disabled_date: Date | null;
  ended_by: string | null;
  ended_date: Date | null;
}

export interface DeviceNonceTable {
  device_key: string;
  nonce: string;
  used_date: Date;
}

/** A view: a device with the facts that decide whether it may act. */
export interface DeviceSeatView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  public_key: GeneratedAlways<string>;
  key_id: GeneratedAlways<string>;
  name: GeneratedAlways<string>;
  last_seen_date: GeneratedAlways<Date | null>;
  disabled_date: GeneratedAlways<Date | null>;
  ended_date: GeneratedAlways<Date | null>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
  status: GeneratedAlways<'ACTIVATED' | 'DRAFT' | 'EXPIRED' | 'DELETED'>;
  /** ISO date text. */
  expires_at: GeneratedAlways<string | null>;
}

/** A view: a tablet that requested a seat, with the seat. */
export interface DeviceRequestView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  state: GeneratedAlways<DevicePairingTable['state']>;
  expires_date: GeneratedAlways<Date>;
  public_key: GeneratedAlways<string>;
  key_id: GeneratedAlways<string>;
  device_name: GeneratedAlways<string>;
  match_number: GeneratedAlways<string>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
}

/** Includes the tables of work that waits for devices. */
export interface DeviceTables extends TabletTables {
  device_pairing: DevicePairingTable;
  device: DeviceTable;
  device_nonce: DeviceNonceTable;
  device_seat: DeviceSeatView;
  device_request: DeviceRequestView;
}
