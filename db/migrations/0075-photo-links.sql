--! compatible
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
ALTER TABLE document_photo ADD COLUMN link_id bigint REFERENCES photo_link (id) ON DELETE SET NULL;
CREATE INDEX document_photo_of_link ON document_photo (link_id) WHERE link_id IS NOT NULL;
