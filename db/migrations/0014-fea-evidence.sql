--! compatible
-- The copy of the identity document that was kept (D-4), the signed request of a revocation (D-7), and until when all of
-- it is evidence (D-9).
-- First, and by the database itself: what a server of the version before completes meanwhile counts as well.
CREATE FUNCTION fea_evidence_prolong() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT id FROM fea_adherence
     WHERE id IN (SELECT adherence_id FROM fea_use WHERE session_id = NEW.session_id AND document_id = NEW.document_id)
     ORDER BY id FOR NO KEY UPDATE)
  UPDATE fea_adherence SET last_signed_date = greatest(last_signed_date, NEW.created_date)
    FROM held WHERE fea_adherence.id = held.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER signed_document_prolongs AFTER UPDATE OF audit_sha256 ON signed_document FOR EACH ROW
  WHEN (OLD.audit_sha256 IS NULL AND NEW.audit_sha256 IS NOT NULL) EXECUTE FUNCTION fea_evidence_prolong();
ALTER TABLE fea_adherence
  ADD COLUMN identity_document_id bigint REFERENCES document (id),
  ADD COLUMN request_name text,
  ADD COLUMN request_type text,
  ADD COLUMN request_size bigint,
  ADD COLUMN request_sha256 text,
  ADD COLUMN last_signed_date timestamptz,
  ADD CONSTRAINT fea_adherence_request CHECK ((request_sha256 IS NULL) = (request_name IS NULL)
    AND (request_sha256 IS NULL) = (request_type IS NULL) AND (request_sha256 IS NULL) = (request_size IS NULL)
    AND (request_sha256 IS NULL OR state = 'REVOKED'));
CREATE UNIQUE INDEX fea_adherence_identity ON fea_adherence (identity_document_id) WHERE identity_document_id IS NOT NULL;
UPDATE fea_adherence SET last_signed_date = greatest(activated_date, (
    SELECT max(signed_document.created_date) FROM fea_use
      JOIN signed_document ON signed_document.session_id = fea_use.session_id
       AND signed_document.document_id = fea_use.document_id
     WHERE fea_use.adherence_id = fea_adherence.id))
 WHERE activated_date IS NOT NULL;
