-- Whom the identity provider means: bound at the first sign-in, by an address that it has verified, and never moved since (P-3).
CREATE TABLE user_identity (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  issuer text NOT NULL,
  -- the person's key at that issuer, which it never gives to another; its letters' case counts
  subject text NOT NULL,
  bound_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_identity_subject ON user_identity (issuer, subject);

-- Who last made or changed an account, for each person who did: an approval by an account that an author has changed is none.
CREATE TABLE account_change (
  user_id bigint NOT NULL REFERENCES app_user (id),
  changed_by text NOT NULL,
  changed_date timestamptz NOT NULL,
  PRIMARY KEY (user_id, changed_by)
);
