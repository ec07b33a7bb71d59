-- Services sold to a legal entity (specification §3 Service) and the ledger of what they are used for (P-14).
CREATE TABLE service (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  service_type text NOT NULL CHECK (service_type IN ('DISK_SPACE', 'STRONGDOX_SPACE', 'OTP', 'SIGNATURE_TYPE', 'TPIM', 'SIGNATURE_NOTIFICATION')),
  legal_entity text NOT NULL,
  expires_at date,
  total_space bigint,
  total_otp bigint,
  signature_type text CHECK (signature_type IN ('FEA', 'FES')),
  folder_types text[] NOT NULL,
  notes text,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX service_legal_entity ON service (legal_entity, service_type);

CREATE TABLE ledger_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  legal_entity text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  amount bigint NOT NULL,
  -- what caused it; the same cause is never booked twice
  cause text NOT NULL,
  created_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX ledger_entry_cause ON ledger_entry (kind, cause);
CREATE INDEX ledger_entry_entity ON ledger_entry (legal_entity, kind);
