-- Staff accounts and their sessions.
CREATE TABLE app_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  login text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  authorities text[] NOT NULL,
  hst_list text[] NOT NULL,
  brands jsonb NOT NULL,
  activated boolean NOT NULL,
  -- scrypt verifier of a technical account's password; null for users who sign in at the identity provider
  password_verifier text,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL,
  -- the user's own telephone in dialling format, maintained by administration: no customer's codes are sent to it
  mobile_phone text
);
CREATE UNIQUE INDEX app_user_login ON app_user (lower(login));
-- an address shared by two users could not identify either
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));
CREATE INDEX app_user_phone ON app_user (mobile_phone) WHERE mobile_phone IS NOT NULL;

-- A staff session: its token names the row, so that ending the row ends the token on every node.
CREATE TABLE staff_session (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- SHA-256 of the cookie the token is bound to; null for technical accounts
  binding text,
  -- id_token of the identity provider, needed to end the session there
  id_token text,
  created_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  ended_date timestamptz,
  -- the provider's names of the person and of its own session, which it may end itself
  provider_subject text,
  provider_session text
);
CREATE INDEX staff_session_user ON staff_session (user_id);
CREATE INDEX staff_session_provider ON staff_session (provider_subject) WHERE ended_date IS NULL;
CREATE INDEX staff_session_provider_session ON staff_session (provider_session)
  WHERE ended_date IS NULL AND provider_session IS NOT NULL;

-- Attempts counted per subject (login, address, phone) and window; stored here so that limits apply on every node and
-- fail closed.
CREATE TABLE rate_limit (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (subject, window_start)
);
