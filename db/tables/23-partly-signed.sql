-- A signature that ended after a signer had signed: the file with the signatures given, kept as evidence.
CREATE TABLE partly_signed_document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  -- the row is created when the signature ends, the file soon after
  sha256 text,
  size bigint,
  -- number of signatures including the seal
  signatures integer,
  kept_date timestamptz,
  CONSTRAINT partly_signed_whole CHECK ((sha256 IS NULL) = (size IS NULL) AND (sha256 IS NULL) = (signatures IS NULL)
    AND (sha256 IS NULL) = (kept_date IS NULL))
);
CREATE UNIQUE INDEX partly_signed_document_once ON partly_signed_document (session_id, document_id);
CREATE INDEX partly_signed_document_document ON partly_signed_document (document_id, id);
CREATE INDEX partly_signed_document_due ON partly_signed_document (session_id) WHERE sha256 IS NULL;
CREATE INDEX partly_signed_document_sha256 ON partly_signed_document (sha256);

-- Evidence: once the file is stored, the row can be neither changed nor deleted.
CREATE FUNCTION partly_signed_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.sha256 IS NULL AND NEW.id = OLD.id AND NEW.session_id = OLD.session_id
    AND NEW.document_id = OLD.document_id THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'partly_signed_document is evidence';
END
$$;
CREATE TRIGGER partly_signed_document_kept BEFORE UPDATE OR DELETE ON partly_signed_document
  FOR EACH ROW EXECUTE FUNCTION partly_signed_refuse_change();
CREATE TRIGGER partly_signed_document_no_truncate BEFORE TRUNCATE ON partly_signed_document
  FOR EACH STATEMENT EXECUTE FUNCTION partly_signed_refuse_change();
