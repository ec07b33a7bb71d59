-- A member of staff proved anew who they are, for one signature: bound to the portal session and to what is signed (P-6).
CREATE TABLE fresh_sign_in (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- id of the session of the portal that asked; it may be gone when this is read
  staff_session_id text NOT NULL,
  -- SHA-256 over session, signer, prepared files, user and points; another value voids it
  bound_to text NOT NULL,
  method text NOT NULL CHECK (method IN ('PROVIDER', 'PASSWORD')),
  confirmed_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  -- good once
  used_date timestamptz,
  -- how many signatures the same sign-in serves; each has a row of its own
  acts integer NOT NULL DEFAULT 1 CHECK (acts >= 1)
);
CREATE INDEX fresh_sign_in_user ON fresh_sign_in (user_id, id);
