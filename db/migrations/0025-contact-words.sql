--! compatible
-- Numbers of staff, and a second person's word for numbers in doubt (D-45).
ALTER TABLE app_user ADD COLUMN mobile_phone text;
CREATE INDEX app_user_phone ON app_user (mobile_phone) WHERE mobile_phone IS NOT NULL;

CREATE TABLE provider_phone (
  phone text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user (id),
  told_date timestamptz NOT NULL,
  PRIMARY KEY (phone, user_id)
);

ALTER TABLE signing_session ADD COLUMN hst text;
UPDATE signing_session SET hst = folder.hst FROM folder WHERE folder.id = signing_session.folder_id;
CREATE INDEX signing_session_created ON signing_session (created_date);

CREATE TABLE contact_word (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  signer_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  contact text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user (id),
  created_date timestamptz NOT NULL,
  dossier_date timestamptz NOT NULL,
  document_date timestamptz NOT NULL,
  session_id bigint REFERENCES signing_session (id)
);
CREATE INDEX contact_word_document ON contact_word (document_id) WHERE session_id IS NULL;
