-- A second person's confirmation that a doubtful telephone or address is the customer's. It is valid for one start of
-- one document.
CREATE TABLE contact_word (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  signer_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  -- in dialling format, or in lower case
  contact text NOT NULL,
  -- the user who confirmed it
  user_id bigint NOT NULL REFERENCES app_user (id),
  created_date timestamptz NOT NULL,
  -- versions of the customer and document that were viewed: an edit of either ends the confirmation
  dossier_date timestamptz NOT NULL,
  document_date timestamptz NOT NULL,
  -- the signing session for which it was used
  session_id bigint REFERENCES signing_session (id)
);
CREATE INDEX contact_word_document ON contact_word (document_id) WHERE session_id IS NULL;
