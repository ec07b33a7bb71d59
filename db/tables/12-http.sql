-- Answers of creating calls by the caller's idempotency key, so that a repeated call creates nothing twice.
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  -- method and path of the endpoint, with {name} for its parameters
  endpoint text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the request's body, query and path parameters: the same key with another request is refused
  request_sha256 text NOT NULL,
  -- SHA-256 of the caller's roles, dealers and permissions: the answer is returned again only while they are unchanged
  rights_sha256 text NOT NULL,
  status integer,
  -- JSON of an answer that an earlier version stored unencrypted, until the sweep deletes it
  answer text,
  created_date timestamptz NOT NULL,
  -- JSON of the answer, encrypted with the installation's secret; null only inside the transaction that creates it
  sealed_answer text,
  PRIMARY KEY (user_id, endpoint, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_date);
