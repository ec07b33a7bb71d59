-- Telephones of a user as the identity provider has told them, as they are dialled. What was told once stays: whoever
-- changes the number over there does not take the former one from here.
CREATE TABLE provider_phone (
  phone text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user (id),
  told_date timestamptz NOT NULL,
  PRIMARY KEY (phone, user_id)
);
