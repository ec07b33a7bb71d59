-- A sign-in whose answer was posted and checked, until the browser brings its cookie (P-3).
CREATE TABLE sign_in_answer (
  state text PRIMARY KEY,
  -- whom the provider has named, already checked
  person jsonb NOT NULL,
  expires_date timestamptz NOT NULL
);

-- Names of the provider's assertions and messages that were taken: each is taken once, on whichever node.
CREATE TABLE provider_message (
  issuer text NOT NULL,
  message_id text NOT NULL,
  -- after which it would be refused for its age
  expires_date timestamptz NOT NULL,
  PRIMARY KEY (issuer, message_id)
);
