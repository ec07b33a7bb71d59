-- Technical accounts of dealers' management systems: secrets that are shown once, and the networks from which they
-- call.
CREATE TABLE technical_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- lower-case hexadecimal; the secret has 256 random bits, so a salt and a slow hash would add nothing
  sha256 text NOT NULL UNIQUE,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  -- null: the current one; until this date it still opens staff sessions
  ends_date timestamptz,
  last_used_date timestamptz,
  last_used_address text
);
CREATE UNIQUE INDEX technical_secret_current ON technical_secret (user_id) WHERE ends_date IS NULL;

CREATE TABLE technical_network (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  -- addresses and networks (CIDR) from which the account may call; without a row, from anywhere
  networks text[] NOT NULL
);
