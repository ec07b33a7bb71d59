--! compatible
-- Answers of a SAML provider are posted from its own page, and the browser brings no cookie of ours along: what was checked
-- waits for the request that does. Names of answers are kept so that each is taken once, on whichever node.
CREATE TABLE sign_in_answer (
  state text PRIMARY KEY,
  -- whom the provider has named, already checked
  person jsonb NOT NULL,
  expires_date timestamptz NOT NULL
);

CREATE TABLE provider_message (
  issuer text NOT NULL,
  message_id text NOT NULL,
  expires_date timestamptz NOT NULL,
  PRIMARY KEY (issuer, message_id)
);

-- What the provider calls the person and its own session: it may end that session itself.
ALTER TABLE staff_session ADD COLUMN provider_subject text;
ALTER TABLE staff_session ADD COLUMN provider_session text;
CREATE INDEX staff_session_provider ON staff_session (provider_subject) WHERE ended_date IS NULL;
