-- A sign-in under way at the identity provider: what the callback must match (P-3).
CREATE TABLE sign_in_request (
  state text PRIMARY KEY,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect text NOT NULL,
  -- SHA-256 of the cookie set when the sign-in began, so that a callback works only in the browser that asked
  binding text NOT NULL,
  expires_date timestamptz NOT NULL,
  -- of a sign-in that is to prove the same person again: who, in which session of the portal, for what
  user_id bigint,
  staff_session_id text,
  bound_to text,
  -- the same, of further signatures that this sign-in serves
  also_bound_to text[] NOT NULL DEFAULT '{}',
  CONSTRAINT sign_in_request_fresh
    CHECK ((user_id IS NULL) = (staff_session_id IS NULL) AND (user_id IS NULL) = (bound_to IS NULL))
);

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
