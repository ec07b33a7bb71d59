--! compatible
-- Technical accounts of dealers' management systems: secrets that are shown once, two valid at most, and the networks they call from (P-3).
CREATE TABLE technical_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- lower-case hexadecimal; the secret has 256 bits from chance, so that a salt and a slow hash add nothing
  sha256 text NOT NULL UNIQUE,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  -- null: the current one; until then it still opens sessions
  ends_date timestamptz,
  last_used_date timestamptz,
  last_used_address text
);
CREATE UNIQUE INDEX technical_secret_current ON technical_secret (user_id) WHERE ends_date IS NULL;

CREATE TABLE technical_network (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  -- addresses and networks (CIDR) from which the account may call; without a row it may from anywhere
  networks text[] NOT NULL
);
