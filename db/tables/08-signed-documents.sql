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
  created_date timestamptz NOT NULL,
  -- when file and trail need the next document timestamp: at completion, later before the certificate of the last one
  -- expires
  archive_due timestamptz NOT NULL DEFAULT now()
);
-- exactly one seal per signing session and document
CREATE UNIQUE INDEX signed_document_once ON signed_document (session_id, document_id);
CREATE INDEX signed_document_document ON signed_document (document_id);
CREATE INDEX signed_document_archive ON signed_document (archive_due) WHERE audit_sha256 IS NOT NULL;
-- checks whether a file was issued here, only by its fingerprint
CREATE INDEX signed_document_sha256 ON signed_document (sha256);
CREATE INDEX signed_document_audit_sha256 ON signed_document (audit_sha256);
