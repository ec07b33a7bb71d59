-- Services sold to a legal entity and the ledger of their use.
CREATE TABLE service (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  service_type text NOT NULL CHECK (service_type IN ('DISK_SPACE', 'STRONGDOX_SPACE', 'OTP', 'SIGNATURE_TYPE', 'TPIM', 'SIGNATURE_NOTIFICATION')),
  legal_entity text NOT NULL,
  -- valid to the end of that day in Rome
  expires_at date,
  total_space bigint,
  total_otp bigint,
  -- none, one, or for STRONGDOX_SPACE several
  signature_types text[] NOT NULL CHECK (signature_types <@ ARRAY['FEA', 'FES']),
  folder_types text[] NOT NULL,
  notes text,
  -- a removed service still shows that the legal entity had one of its kind
  deleted_date timestamptz,
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
  -- the cause of the entry; the same cause is never booked twice
  cause text NOT NULL,
  created_date timestamptz NOT NULL,
  -- the document that takes up space (`document:12`): the sum of its entries is its current size; null for permanent
  -- use
  holder text
);
CREATE UNIQUE INDEX ledger_entry_cause ON ledger_entry (kind, cause);
CREATE INDEX ledger_entry_entity ON ledger_entry (legal_entity, kind);
CREATE INDEX ledger_entry_holder ON ledger_entry (holder) WHERE holder IS NOT NULL;

-- Bytes that each document currently takes up; the ledger's sums by holder must equal them.
CREATE VIEW document_space AS
  SELECT 'document:' || id AS holder, legal_entity, 'DISK_SPACE' AS kind, file_size AS amount
    FROM document WHERE deleted_date IS NULL AND file_size > 0
  UNION ALL
  SELECT 'document:' || id, legal_entity, 'STRONGDOX_SPACE', file_size
    FROM document WHERE deleted_date IS NULL AND file_size > 0 AND archivable AND status IN ('PRIVACY_UPDATING', 'SIGNED', 'FINISH');

-- The used and reserved amounts of each kind for a legal entity: one row, changed last in a short transaction.
CREATE TABLE quota (
  legal_entity text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (legal_entity, kind)
) WITH (fillfactor = 50);

-- Reserved amounts that are neither used nor returned yet.
CREATE TABLE quota_reservation (
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  cause text NOT NULL,
  legal_entity text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_date timestamptz NOT NULL,
  PRIMARY KEY (kind, cause)
);

-- A licence for a number of activated devices.
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
  -- valid to the end of that day in Rome
  expires_at date,
  activations_count integer NOT NULL DEFAULT 0 CHECK (activations_count >= 0),
  deleted_date timestamptz,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX license_code ON license (lower(license_code)) WHERE deleted_date IS NULL;

-- A device's activation on a licence.
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
