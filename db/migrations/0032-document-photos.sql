--! compatible
-- Photos that stand on generated papers (D §8.2): uploaded first, named by a document afterwards.
CREATE TABLE document_photo (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL,
  -- null while it waits for a document that names it
  document_id bigint REFERENCES document (id),
  uploaded_by bigint NOT NULL REFERENCES app_user (id),
  created_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX document_photo_named ON document_photo (document_id, sha256) WHERE document_id IS NOT NULL;
CREATE UNIQUE INDEX document_photo_waiting ON document_photo (uploaded_by, sha256) WHERE document_id IS NULL;
CREATE INDEX document_photo_forgotten ON document_photo (created_date) WHERE document_id IS NULL;
