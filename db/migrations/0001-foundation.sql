--! compatible
-- What this database is: its mode is remembered for ever, so that demo data never starts in production (P-1).
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  created_date timestamptz NOT NULL
);
-- Staff accounts and their sessions (specification §3 User; P-3, P-4).
CREATE TABLE app_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  login text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  authorities text[] NOT NULL,
  hst_list text[] NOT NULL,
  brands jsonb NOT NULL,
  activated boolean NOT NULL,
  -- scrypt verifier of a technical account's password; null for everyone who signs in at the identity provider
  password_verifier text,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX app_user_login ON app_user (lower(login));
CREATE INDEX app_user_email ON app_user (lower(email));

-- A staff session: its token names the row, so that ending the row ends the token on every node.
CREATE TABLE staff_session (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- SHA-256 of the cookie the token is bound to; null for technical accounts
  binding text,
  -- id_token of the identity provider, needed to end the session there
  id_token text,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  ended_date timestamptz
);
CREATE INDEX staff_session_user ON staff_session (user_id);

-- A sign-in under way at the identity provider: what the callback must match (P-3).
CREATE TABLE sign_in_request (
  state text PRIMARY KEY,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect text NOT NULL,
  -- SHA-256 of the cookie set when the sign-in began, so that a callback works only in the browser that asked
  binding text NOT NULL,
  expires_date timestamptz NOT NULL
);

-- Attempts counted per subject (login, address, phone) and window; kept here so that limits hold on every node and fail closed.
CREATE TABLE rate_limit (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (subject, window_start)
);
-- Legal entities and dealers: a cached copy of what the tools service says (specification §3 Dealer).
CREATE TABLE legal_entity (
  code text PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE dealer (
  hst text PRIMARY KEY,
  legal_entity text NOT NULL REFERENCES legal_entity (code),
  name text NOT NULL,
  nome_commerciale text NOT NULL,
  ragione_sociale text NOT NULL,
  indirizzo text NOT NULL,
  citta text NOT NULL,
  provincia text NOT NULL,
  tipo_auto text NOT NULL,
  tipo_bmwi text NOT NULL,
  tipo_mini text NOT NULL,
  tipo_moto text NOT NULL
);
CREATE INDEX dealer_legal_entity ON dealer (legal_entity);
-- The customer's file (specification §3 Dossier). Scoped by dealer alone.
CREATE TABLE dossier (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brands text[] NOT NULL,
  business_id text,
  original_account_source text,
  status text NOT NULL CHECK (status IN ('OPEN', 'DELETED')),
  search_type text CHECK (search_type IN ('RSP', 'DMS')),
  rsp_search_type text CHECK (rsp_search_type IN ('ORGANIZATION', 'INDIVIDUAL')),
  dossier_type text CHECK (dossier_type IN ('existing', 'new')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization_id text,
  organization_name text,
  representative_fiscal_code text,
  mobile_phone text NOT NULL,
  email text NOT NULL,
  birth_date date,
  birth_place text,
  fiscal_code text,
  street text NOT NULL,
  address text,
  city text NOT NULL,
  postal_code text NOT NULL,
  number_of_folders integer NOT NULL DEFAULT 0,
  activations_count integer NOT NULL DEFAULT 0,
  sync_status text CHECK (sync_status IN ('TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED')),
  last_sync timestamptz,
  -- lower-cased names, fiscal code, e-mail, phone and business id: what the generic filter reads
  search_text text NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX dossier_scope ON dossier (hst, id) INCLUDE (status);
-- One deal or job of a customer (specification §3 Folder). Scope columns are copied from the dossier: lists never join to decide visibility.
CREATE TABLE folder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL CHECK (brand IN ('bmw', 'bmwi', 'mini', 'moto')),
  type text NOT NULL CHECK (type IN ('PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST')),
  status text NOT NULL CHECK (status IN ('OPEN', 'CLOSED', 'DELETED')),
  business_id text,
  process_date timestamptz,
  account_source text,
  plate text,
  vin text CHECK (length(vin) = 17),
  job_id text,
  notes text,
  number_of_documents integer NOT NULL DEFAULT 0,
  -- lower-cased customer, business id, plate and vin
  search_text text NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX folder_scope ON folder (hst, id) INCLUDE (brand, type, status);
CREATE INDEX folder_dossier ON folder (dossier_id);

-- Which document types exist in which folder type and what they ask for (P-16): one row, loaded from a validated file.
CREATE TABLE folder_type_configuration (
  version bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  configuration jsonb NOT NULL,
  loaded_by text,
  loaded_date timestamptz NOT NULL
);
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
-- One start of a signature: one or more documents of a folder, signed together by the same signers (P-6).
CREATE TABLE signing_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folder_id bigint NOT NULL REFERENCES folder (id),
  state text NOT NULL CHECK (state IN ('PREPARING', 'OPEN', 'COMPLETING', 'COMPLETED', 'DECLINED', 'LOCKED', 'CANCELLED', 'EXPIRED', 'FAILED')),
  method text NOT NULL CHECK (method IN ('OTP')),
  started_by text NOT NULL,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  ended_date timestamptz
);

-- The exact bytes that are shown and signed, for each document of a session.
CREATE TABLE session_document (
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  original_sha256 text NOT NULL,
  -- SHA-256 of the prepared file (original plus signature fields): what is shown, what the code binds to
  prepared_sha256 text,
  prepared_size bigint,
  pages integer,
  -- a document is in one running session at a time
  running boolean NOT NULL,
  PRIMARY KEY (session_id, document_id)
);
CREATE UNIQUE INDEX session_document_running ON session_document (document_id) WHERE running;

CREATE TABLE signer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES signing_session (id),
  role text NOT NULL CHECK (role IN ('customer', 'dealer', 'operatorDealer', 'salesManager')),
  position integer NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization_name text,
  phone text NOT NULL,
  email text NOT NULL,
  -- raising it revokes every link made before
  link_epoch integer NOT NULL DEFAULT 1,
  -- SHA-256 of the ceremony cookie; the first POST sets it
  ceremony_binding text,
  state text NOT NULL CHECK (state IN ('WAITING', 'SIGNED', 'DECLINED', 'LOCKED')),
  opened_date timestamptz,
  signed_date timestamptz,
  failed_attempts integer NOT NULL DEFAULT 0,
  codes_requested integer NOT NULL DEFAULT 0,
  decline_reason text,
  ip text,
  user_agent text
);
CREATE INDEX signer_session ON signer (session_id);

-- Which signer was given all bytes of which document (show before sign, D-12).
CREATE TABLE signer_reading (
  signer_id bigint NOT NULL REFERENCES signer (id),
  document_id bigint NOT NULL REFERENCES document (id),
  prepared_sha256 text NOT NULL,
  complete_date timestamptz,
  PRIMARY KEY (signer_id, document_id)
);

-- What a signer confirms one by one: each becomes a signature of its own (D-15).
CREATE TABLE signature_point (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  document_id bigint NOT NULL REFERENCES document (id),
  -- name of the signature field in the PDF
  field text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('signature')),
  label text NOT NULL,
  position integer NOT NULL,
  page integer,
  box jsonb,
  confirmed_date timestamptz
);
CREATE UNIQUE INDEX signature_point_field ON signature_point (signer_id, document_id, field);

-- A code is derived from the salt and what it binds to, never stored (D-40, D-43).
CREATE TABLE otp_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  salt text NOT NULL,
  -- SHA-256 over session, prepared files, phone and points; another value voids the code
  bound_to text NOT NULL,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  ended_date timestamptz,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX otp_code_signer ON otp_code (signer_id, id);
-- one live code a signer
CREATE UNIQUE INDEX otp_code_live ON otp_code (signer_id) WHERE ended_date IS NULL;

-- Links that were handed to the mail gateway: one row a link, so that a retried job sends nothing twice.
CREATE TABLE link_delivery (
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  sent_date timestamptz,
  provider_id text,
  PRIMARY KEY (signer_id, link_epoch, channel)
);

-- The finished file and its sealed trail; its id is the specification's signedDocumentId.
CREATE TABLE signed_document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  sha256 text NOT NULL,
  size bigint NOT NULL,
  signatures integer NOT NULL,
  audit_sha256 text,
  audit_size bigint,
  created_date timestamptz NOT NULL
);
-- exactly one seal a session and document (R-4)
CREATE UNIQUE INDEX signed_document_once ON signed_document (session_id, document_id);
CREATE INDEX signed_document_document ON signed_document (document_id);
-- The audit trail: one hash chain a document (D-50, D-51). Rows are written once; the database itself refuses anything else.
CREATE TABLE evidence_chain (
  subject text PRIMARY KEY,
  last_seq bigint NOT NULL,
  last_hash text NOT NULL
);

CREATE TABLE evidence_event (
  subject text NOT NULL REFERENCES evidence_chain (subject),
  seq bigint NOT NULL,
  type text NOT NULL,
  -- the canonical JSON that was hashed (RFC 8785), kept as text so that no column type can change a byte of it
  body text NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (subject, seq)
);

CREATE FUNCTION evidence_event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence_event is append-only';
END
$$;
CREATE TRIGGER evidence_event_append_only BEFORE UPDATE OR DELETE ON evidence_event
  FOR EACH ROW EXECUTE FUNCTION evidence_event_refuse_change();
CREATE TRIGGER evidence_event_no_truncate BEFORE TRUNCATE ON evidence_event
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_event_refuse_change();

-- A chain only grows: its head moves by one event at a time and never goes away.
CREATE FUNCTION evidence_chain_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.subject = OLD.subject AND NEW.last_seq = OLD.last_seq + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence_chain only grows';
END
$$;
CREATE TRIGGER evidence_chain_grows BEFORE UPDATE OR DELETE ON evidence_chain
  FOR EACH ROW EXECUTE FUNCTION evidence_chain_only_grows();
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
-- What the demo would have sent (P-7): the adapter of the demo's SMS and mail gateways, never used in production.
CREATE TABLE demo_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  recipient text NOT NULL,
  text text NOT NULL,
  created_date timestamptz NOT NULL
);
CREATE INDEX demo_outbox_recipient ON demo_outbox (recipient, id);
