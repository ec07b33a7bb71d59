-- One start of a signature: one or more documents of a folder, signed together by the same signers.
CREATE TABLE signing_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folder_id bigint NOT NULL REFERENCES folder (id),
  state text NOT NULL CHECK (state IN ('PREPARING', 'OPEN', 'COMPLETING', 'COMPLETED', 'DECLINED', 'LOCKED', 'CANCELLED', 'EXPIRED', 'FAILED')),
  method text NOT NULL CHECK (method IN ('OTP', 'GRAPHOMETRIC')),
  started_by text NOT NULL,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  ended_date timestamptz,
  -- the dealer of the folder at the start, set in every version of the product: reports need no other table
  hst text NOT NULL
);
CREATE FUNCTION signing_session_derive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT hst INTO NEW.hst FROM folder WHERE id = NEW.folder_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER signing_session_derives BEFORE INSERT ON signing_session
  FOR EACH ROW EXECUTE FUNCTION signing_session_derive();
CREATE INDEX signing_session_created ON signing_session (created_date);
-- rows that the sweeps look for, regardless of the number of signatures
CREATE INDEX signing_session_expiry ON signing_session (expires_date) WHERE state = 'OPEN';
CREATE INDEX signing_session_unfinished ON signing_session (id) WHERE state IN ('PREPARING', 'COMPLETING');

-- The exact bytes shown and signed, for each document of a signing session.
CREATE TABLE session_document (
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  original_sha256 text NOT NULL,
  -- SHA-256 of the prepared file (original plus signature fields): shown to the signer, bound to the code
  prepared_sha256 text,
  prepared_size bigint,
  pages integer,
  -- a document is in only one running signing session at a time
  running boolean NOT NULL,
  PRIMARY KEY (session_id, document_id)
);
CREATE UNIQUE INDEX session_document_running ON session_document (document_id) WHERE running;
-- a document's newest signing session
CREATE INDEX session_document_document ON session_document (document_id, session_id);

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
  -- incrementing it revokes every earlier link
  link_epoch integer NOT NULL DEFAULT 1,
  -- SHA-256 of the ceremony cookie, set by the first POST
  ceremony_binding text,
  state text NOT NULL CHECK (state IN ('WAITING', 'SIGNED', 'DECLINED', 'LOCKED')),
  opened_date timestamptz,
  signed_date timestamptz,
  failed_attempts integer NOT NULL DEFAULT 0,
  codes_requested integer NOT NULL DEFAULT 0,
  decline_reason text,
  ip text,
  user_agent text,
  -- the signer's first action: the link was opened
  seen_date timestamptz,
  -- the last event, as a type of the trail, and its time
  last_event text NOT NULL DEFAULT 'sign.started',
  last_event_date timestamptz,
  -- epoch of the link reported as not sent: reported once, however often sending is tried
  link_failed_epoch integer,
  -- of staff who sign: the portal's user; staff get no code by SMS, so their phone is empty
  user_id bigint REFERENCES app_user (id),
  -- when the ceremony cookie was sent to its browser; null if the connection broke before
  cookie_sent_date timestamptz,
  -- epoch of the link that the customer got at the desk, on a tablet or by a QR code: it is not mailed
  handed_epoch integer,
  CONSTRAINT signer_staff CHECK ((role = 'customer') = (user_id IS NULL))
);
CREATE INDEX signer_session ON signer (session_id);
-- signer_phone: people whose codes a telephone has received before; signer_user: signatures that wait for a member of
-- staff
CREATE INDEX signer_phone ON signer (phone, first_name, last_name) WHERE role = 'customer';
CREATE INDEX signer_user ON signer (user_id) WHERE state = 'WAITING';

-- The items that a signer confirms one by one: each becomes a separate signature.
CREATE TABLE signature_point (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  document_id bigint NOT NULL REFERENCES document (id),
  -- name of the signature field in the PDF
  field text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('signature', 'consent')),
  label text NOT NULL,
  position integer NOT NULL,
  page integer,
  box jsonb,
  confirmed_date timestamptz,
  -- of a consent: its subject, channel and wording, and the signer's answer; empty until confirmed
  purpose text,
  channel text,
  text_version text,
  text_sha256 text,
  -- null until the answer is confirmed
  choice text CHECK (choice IN ('GRANTED', 'DENIED')),
  -- the wording when the signature was started, regardless of later versions
  consent_title text,
  consent_text text,
  CONSTRAINT signature_point_consent CHECK ((kind = 'consent') = (purpose IS NOT NULL AND channel IS NOT NULL
    AND text_version IS NOT NULL AND text_sha256 IS NOT NULL) AND (kind = 'consent' OR choice IS NULL))
);
CREATE UNIQUE INDEX signature_point_field ON signature_point (signer_id, document_id, field);

-- A code is derived from the salt and the data it is bound to, never stored.
CREATE TABLE otp_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  salt text NOT NULL,
  -- SHA-256 over signing session, prepared files, phone and signature fields; another value voids the code
  bound_to text NOT NULL,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  ended_date timestamptz,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX otp_code_signer ON otp_code (signer_id, id);
-- one valid code per signer
CREATE UNIQUE INDEX otp_code_live ON otp_code (signer_id) WHERE ended_date IS NULL;

-- Links handed to the mail gateway: one row per link, so that a retried job sends nothing twice.
CREATE TABLE link_delivery (
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  sent_date timestamptz,
  provider_id text,
  PRIMARY KEY (signer_id, link_epoch, channel)
);
