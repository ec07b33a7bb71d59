-- Whom the identity provider means: bound at the first sign-in, by an address that it has verified, and never moved since (P-3).
CREATE TABLE user_identity (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  issuer text NOT NULL,
  -- the person's key at that issuer, which it never gives to another; its letters' case counts
  subject text NOT NULL,
  bound_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_identity_subject ON user_identity (issuer, subject);
