-- A sign-in in progress at the identity provider: the values that the callback must match.
CREATE TABLE sign_in_request (
  state text PRIMARY KEY,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect text NOT NULL,
  -- SHA-256 of the cookie set when the sign-in began, so that a callback works only in the browser that started it
  binding text NOT NULL,
  expires_date timestamptz NOT NULL,
  -- for a repeated sign-in of the same person: the user, the staff session, and what is signed
  user_id bigint,
  staff_session_id text,
  bound_to text,
  -- the same for further signatures served by this sign-in
  also_bound_to text[] NOT NULL DEFAULT '{}',
  CONSTRAINT sign_in_request_fresh
    CHECK ((user_id IS NULL) = (staff_session_id IS NULL) AND (user_id IS NULL) = (bound_to IS NULL))
);

-- A sign-in whose answer was posted and verified, until the browser sends its cookie.
CREATE TABLE sign_in_answer (
  state text PRIMARY KEY,
  -- the person named by the provider, already verified
  person jsonb NOT NULL,
  expires_date timestamptz NOT NULL
);

-- Ids of the provider's accepted assertions and messages: each is accepted once across all nodes.
CREATE TABLE provider_message (
  issuer text NOT NULL,
  message_id text NOT NULL,
  -- when it would be refused for its age anyway
  expires_date timestamptz NOT NULL,
  PRIMARY KEY (issuer, message_id)
);
