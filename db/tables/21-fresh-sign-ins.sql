-- A member of staff authenticated again for one signature: bound to the staff session and to what is signed.
CREATE TABLE fresh_sign_in (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- id of the staff session that requested it; it may no longer exist when this is read
  staff_session_id text NOT NULL,
  -- SHA-256 over signing session, signer, prepared files, user and signature fields; another value voids it
  bound_to text NOT NULL,
  method text NOT NULL CHECK (method IN ('PROVIDER', 'PASSWORD')),
  confirmed_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  -- set on its single use
  used_date timestamptz,
  -- number of signatures served by the same sign-in; each has its own row
  acts integer NOT NULL DEFAULT 1 CHECK (acts >= 1)
);
CREATE INDEX fresh_sign_in_user ON fresh_sign_in (user_id, id);
