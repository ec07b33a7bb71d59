-- Deliveries to a controller's own system: one row per signed form or withdrawal, resent until accepted.
CREATE TABLE consent_push (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  -- the signed form; null for a withdrawal
  document_id bigint REFERENCES document (id),
  controller text NOT NULL,
  state text NOT NULL CHECK (state IN ('QUEUED', 'PUSHED', 'FAILED')),
  created_date timestamptz NOT NULL,
  -- when its job was last queued; null until the form is complete
  queued_date timestamptz,
  done_date timestamptz,
  -- the answer of the controller's system
  receipt text
);
CREATE INDEX consent_push_dossier ON consent_push (dossier_id, id);
CREATE INDEX consent_push_document ON consent_push (document_id);
CREATE INDEX consent_push_open ON consent_push (id) WHERE state <> 'PUSHED';

-- Consents given, denied or withdrawn: one row per change, written once; the newest row is the current state of a
-- consent.
CREATE TABLE consent_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  -- keyed hash of the codice fiscale: the same person in another dossier; null when none is known
  subject_hash text,
  -- the national company (NSC) or a legal entity
  controller text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('MARKETING', 'PROFILING', 'SURVEYS', 'THIRD_PARTIES', 'SERVICE_OFFERS')),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'MESSAGES', 'PHONE', 'POST', 'ALL')),
  choice text NOT NULL CHECK (choice IN ('GRANTED', 'DENIED', 'NOT_ASKED')),
  text_version text,
  text_sha256 text,
  language text NOT NULL CHECK (language IN ('it', 'en')),
  -- when the person chose, or requested the withdrawal
  given_date timestamptz NOT NULL,
  valid_until timestamptz,
  -- the form and its signed file; null for a withdrawal
  document_id bigint REFERENCES document (id),
  signed_document_id bigint REFERENCES signed_document (id),
  -- the user who started the signature or recorded the withdrawal, and the dealer
  operator text NOT NULL,
  hst text NOT NULL,
  withdrawn_via text CHECK (withdrawn_via IN ('IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER')),
  requested_by text,
  note text,
  push_id bigint REFERENCES consent_push (id),
  created_date timestamptz NOT NULL,
  CONSTRAINT consent_record_source CHECK ((signed_document_id IS NULL) <> (withdrawn_via IS NULL))
);
CREATE INDEX consent_record_dossier ON consent_record (dossier_id, id);
CREATE INDEX consent_record_subject ON consent_record (subject_hash, controller, id);
CREATE INDEX consent_record_push ON consent_record (push_id);
-- a signed answer is recorded once, however often completion runs
CREATE UNIQUE INDEX consent_record_once ON consent_record (signed_document_id, purpose, channel);

CREATE FUNCTION consent_record_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'consent_record is append-only';
END
$$;
CREATE TRIGGER consent_record_append_only BEFORE UPDATE OR DELETE ON consent_record
  FOR EACH ROW EXECUTE FUNCTION consent_record_refuse_change();
CREATE TRIGGER consent_record_no_truncate BEFORE TRUNCATE ON consent_record
  FOR EACH STATEMENT EXECUTE FUNCTION consent_record_refuse_change();
