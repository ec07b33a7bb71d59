-- Photos that stand on generated papers (D §8.2): uploaded first, named by a document afterwards.
-- A phone sends photos to the form of a document at the desk, by a code that is good for minutes.
CREATE TABLE photo_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the token in the code; the token itself is kept nowhere
  token_hash text NOT NULL UNIQUE,
  opened_by bigint NOT NULL REFERENCES app_user (id),
  -- photos that the form has room for
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
  -- null while it waits for a document that names it
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
