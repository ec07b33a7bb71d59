-- Photos on generated papers: uploaded first, assigned to a document later.
-- A phone sends photos to a document's form at the desk, with a code that is valid for minutes.
CREATE TABLE photo_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the token in the code; the token itself is not stored
  token_hash text NOT NULL UNIQUE,
  opened_by bigint NOT NULL REFERENCES app_user (id),
  -- remaining number of photos that the form accepts
  most integer NOT NULL CHECK (most > 0),
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  -- closed at the desk before it expired
  ended_date timestamptz
);
CREATE INDEX photo_link_opened_by ON photo_link (opened_by, expires_date);

CREATE TABLE document_photo (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL,
  -- null until a document refers to it
  document_id bigint REFERENCES document (id),
  uploaded_by bigint NOT NULL REFERENCES app_user (id),
  created_date timestamptz NOT NULL,
  -- null when it was uploaded at the desk
  link_id bigint REFERENCES photo_link (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX document_photo_named ON document_photo (document_id, sha256) WHERE document_id IS NOT NULL;
CREATE UNIQUE INDEX document_photo_waiting ON document_photo (uploaded_by, sha256) WHERE document_id IS NULL;
CREATE INDEX document_photo_forgotten ON document_photo (created_date) WHERE document_id IS NULL;
CREATE INDEX document_photo_of_link ON document_photo (link_id) WHERE link_id IS NOT NULL;
