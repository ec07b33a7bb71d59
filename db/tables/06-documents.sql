-- Documents with their scope repeated, so that lists and searches never join to decide who sees them.
CREATE TABLE document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folder_id bigint NOT NULL REFERENCES folder (id),
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  folder_type text NOT NULL,
  customer_name text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'PRIVACY_UPDATING', 'SIGNED', 'FINISH', 'EXPIRED')),
  -- why the document came back to its status, as a refusal code
  status_reason text,
  status_detail text,
  sig_type text CHECK (sig_type IN ('OTP', 'GRAPHOMETRIC', 'FEA')),
  archivable boolean NOT NULL,
  signable boolean NOT NULL,
  file_name text,
  mime_type text,
  file_size bigint,
  pages integer,
  -- SHA-256 of the stored original (H0)
  file_sha256 text,
  variable_fields jsonb NOT NULL,
  start_sign_date timestamptz,
  ever_signed boolean NOT NULL DEFAULT false,
  signed_document_id bigint,
  fea_module_id bigint REFERENCES document (id),
  -- hidden, never removed: what was signed stays (D-9)
  deleted_date timestamptz,
  deleted_by text,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
) WITH (fillfactor = 90);
CREATE INDEX document_folder ON document (folder_id);
CREATE INDEX document_scope ON document (hst, id) INCLUDE (brand, folder_type, status);
CREATE INDEX document_open ON document (legal_entity, id) INCLUDE (hst, brand, folder_type, status)
  WHERE status IN ('DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN');
CREATE INDEX document_file ON document (file_sha256);
