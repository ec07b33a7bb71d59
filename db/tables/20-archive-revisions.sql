-- The same file with one more document timestamp; the previous file is an exact prefix of it. A row is never changed.
CREATE TABLE archive_revision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signed_document_id bigint NOT NULL REFERENCES signed_document (id),
  part text NOT NULL CHECK (part IN ('signed', 'audit')),
  -- from 1, without gaps
  number integer NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  -- signatures, seal and timestamps of the whole file
  signatures integer NOT NULL,
  -- end of the timestamp authority's certificate
  valid_until timestamptz NOT NULL,
  created_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX archive_revision_once ON archive_revision (signed_document_id, part, number);
CREATE INDEX archive_revision_sha256 ON archive_revision (sha256);
