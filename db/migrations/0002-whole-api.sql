--! compatible
-- The whole API: licences, quotas, videos, idempotent creates, hidden documents, what other systems know of a customer.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE dossier
  ADD COLUMN dms_first_name text,
  ADD COLUMN dms_last_name text,
  ADD COLUMN dms_company_name text,
  ADD COLUMN dms_phone text,
  ADD COLUMN dms_address text,
  ADD COLUMN dms_city text,
  ADD COLUMN dms_postal_code text,
  ADD COLUMN rsp_first_name text,
  ADD COLUMN rsp_last_name text,
  ADD COLUMN rsp_company_name text,
  ADD COLUMN rsp_phone text,
  ADD COLUMN rsp_address text,
  ADD COLUMN rsp_city text,
  ADD COLUMN rsp_postal_code text;

ALTER TABLE document ADD COLUMN deleted_date timestamptz, ADD COLUMN deleted_by text;

ALTER TABLE service ADD COLUMN deleted_date timestamptz;

-- What a legal entity has used and promised of each kind: one row, changed last in a short transaction (P-14).
CREATE TABLE quota (
  legal_entity text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (legal_entity, kind)
) WITH (fillfactor = 50);

-- What was promised and is neither used nor given back yet (D-44).
CREATE TABLE quota_reservation (
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  cause text NOT NULL,
  legal_entity text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_date timestamptz NOT NULL,
  PRIMARY KEY (kind, cause)
);

-- A licence allows that many activated devices (specification §3 License, P-13).
CREATE TABLE license (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  license_code text NOT NULL,
  license_amount integer NOT NULL CHECK (license_amount >= 0),
  legal_entity text NOT NULL,
  hst_list text[] NOT NULL,
  afgclic_name text,
  -- SHA-256 of the stored .afgclic file
  afgclic_sha256 text,
  notes text,
  expires_at date,
  activations_count integer NOT NULL DEFAULT 0 CHECK (activations_count >= 0),
  deleted_date timestamptz,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX license_code ON license (lower(license_code)) WHERE deleted_date IS NULL;

-- A device's seat on a licence (specification §3 Activation, P-13).
CREATE TABLE activation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  license_id bigint NOT NULL REFERENCES license (id),
  activation_code text NOT NULL UNIQUE,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  notes text,
  expires_at date,
  license_code_namirial text,
  device_label text,
  device_name text,
  status text NOT NULL CHECK (status IN ('ACTIVATED', 'DRAFT', 'EXPIRED', 'DELETED')),
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX activation_license ON activation (license_id);
CREATE INDEX activation_hst ON activation (hst, status);

INSERT INTO quota (legal_entity, kind, used)
  SELECT legal_entity, kind, sum(amount) FROM ledger_entry GROUP BY legal_entity, kind;

-- Tutorial videos (specification §3 Video).
CREATE TABLE video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position integer NOT NULL,
  title text NOT NULL,
  external_id text NOT NULL,
  description text,
  -- seconds
  duration integer,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);

-- Answers of creating calls by the key their caller chose, so that a repeated call creates nothing twice.
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  -- method and path
  endpoint text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the request's body: the same key with another body is refused
  request_sha256 text NOT NULL,
  status integer,
  -- JSON of the answer; null only inside the transaction that makes it
  answer text,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (user_id, endpoint, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_date);
