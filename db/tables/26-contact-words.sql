-- A second person's word that a doubtful telephone or address is the customer's (D-45). It serves one start of one document.
CREATE TABLE contact_word (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  signer_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  -- as it is dialled, or in small letters
  contact text NOT NULL,
  -- who gave it
  user_id bigint NOT NULL REFERENCES app_user (id),
  created_date timestamptz NOT NULL,
  -- customer and document as they were looked at: an edit of either ends it
  dossier_date timestamptz NOT NULL,
  document_date timestamptz NOT NULL,
  -- the signature it served
  session_id bigint REFERENCES signing_session (id)
);
CREATE INDEX contact_word_document ON contact_word (document_id) WHERE session_id IS NULL;
