-- What a controller's own system is told (P-5 PRIVACY_UPDATING): one row a signed form or withdrawal, sent again until it is taken.
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
  -- what the controller's system answered with
  receipt text
);
CREATE INDEX consent_push_dossier ON consent_push (dossier_id, id);
CREATE INDEX consent_push_document ON consent_push (document_id);
CREATE INDEX consent_push_open ON consent_push (id) WHERE state <> 'PUSHED';

-- Consents as they were given, denied or withdrawn (D-90): one row a change, written once; where a consent stands is its newest row.
CREATE TABLE consent_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  -- keyed hash of the codice fiscale: the same person in another dossier; null when none is known
  subject_hash text,
  -- the national company (NSC) or a legal entity (D-6)
  controller text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('MARKETING', 'PROFILING', 'SURVEYS', 'THIRD_PARTIES', 'SERVICE_OFFERS')),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'MESSAGES', 'PHONE', 'POST', 'ALL')),
  choice text NOT NULL CHECK (choice IN ('GRANTED', 'DENIED', 'NOT_ASKED')),
  text_version text,
  text_sha256 text,
  language text NOT NULL CHECK (language IN ('it', 'en')),
  -- when the person chose, or asked for the withdrawal to be noted
  given_date timestamptz NOT NULL,
  valid_until timestamptz,
  -- the form and its signed file; null for a withdrawal
  document_id bigint REFERENCES document (id),
  signed_document_id bigint REFERENCES signed_document (id),
  -- who started the signature, or noted the withdrawal, and where
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
-- a signed answer is on record once, however often completing runs
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
