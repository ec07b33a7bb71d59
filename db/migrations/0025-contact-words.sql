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
ALTER TABLE signing_session ALTER COLUMN hst SET NOT NULL;
-- nodes of the version before know nothing of it
CREATE FUNCTION signing_session_derive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT hst INTO NEW.hst FROM folder WHERE id = NEW.folder_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER signing_session_derives BEFORE INSERT ON signing_session
  FOR EACH ROW EXECUTE FUNCTION signing_session_derive();
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

CREATE VIEW number_use AS
  SELECT signer.id AS signer_id, signer.session_id, entry.document_id, signer.phone, signer.first_name, signer.last_name,
    -- one person is written in several ways: first and last name in either order, accents and spaces left out
    least(written.first || written.last, written.last || written.first) AS person,
    signing_session.hst, signing_session.started_by, signing_session.created_date
  FROM signer
    JOIN signing_session ON signing_session.id = signer.session_id
    JOIN session_document AS entry ON entry.session_id = signer.session_id
    CROSS JOIN LATERAL (
      SELECT regexp_replace(search_form(signer.first_name), '[^[:alnum:]]', '', 'g') AS first,
        regexp_replace(search_form(signer.last_name), '[^[:alnum:]]', '', 'g') AS last) AS written
  WHERE signer.role = 'customer' AND signer.codes_requested > 0;
