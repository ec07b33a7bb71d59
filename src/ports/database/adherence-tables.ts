/** Row types of FEA adherences (db/tables/19-adherences.sql). */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AdherenceState, RevocationWay } from '#domain/adherences/adherence.ts';

export interface FeaAdherenceTable {
  id: GeneratedAlways<number>;
  person_code: string;
  legal_entity: string;
  covers_national: boolean;
  state: AdherenceState;
  dossier_id: number;
  module_id: number;
  method: 'IN_PERSON';
  identified_by: string;
  identified_date: Date;
  first_name: ColumnType<string | null, string | null | undefined>;
  last_name: ColumnType<string | null, string | null | undefined>;
  birth_date: ColumnType<string | null, string | null | undefined>;
  birth_place: ColumnType<string | null, string | null | undefined>;
  mobile_phone: ColumnType<string | null, string | null | undefined>;
  identity_type: string;
  identity_number: string;
  identity_issuer: string;
  identity_issued: string;
  identity_expiry: string;
  requested_date: Date;
  text_version: string | null;
  activated_date: Date | null;
  signed_document_id: number | null;
  signed_sha256: string | null;
  ended_date: Date | null;
  revoked_by: string | null;
  revoked_via: RevocationWay | null;
  revocation_date: string | null;
  requested_by: string | null;
  reason: string | null;
  identity_document_id: ColumnType<number | null, number | null | undefined>;
  request_name: ColumnType<string | null, string | null | undefined>;
  request_type: ColumnType<string | null, string | null | undefined>;
  request_size: ColumnType<number | null, number | null | undefined>;
  request_sha256: ColumnType<string | null, string | null | undefined>;
  last_signed_date: ColumnType<Date | null, Date | null | undefined>;
}

export interface FeaUseTable {
  session_id: number;
  document_id: number;
  adherence_id: number;
}

export interface AdherenceTables {
  fea_adherence: FeaAdherenceTable;
  fea_use: FeaUseTable;
}
