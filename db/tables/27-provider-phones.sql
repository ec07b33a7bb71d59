-- Telephones of a user as reported by the identity provider, in dialling format. Earlier numbers are kept: a change at
-- the provider does not remove them here.
CREATE TABLE provider_phone (
  phone text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user (id),
  told_date timestamptz NOT NULL,
  PRIMARY KEY (phone, user_id)
);
