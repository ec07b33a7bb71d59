-- Answers of creating calls by the key their caller chose, so that a repeated call creates nothing twice.
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  -- method and path of the endpoint, with {name} for its parameters
  endpoint text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the request's body, query and path parameters: the same key with another request is refused
  request_sha256 text NOT NULL,
  -- SHA-256 of the caller's roles, dealers and permissions: the answer is given again only while they are the same
  rights_sha256 text NOT NULL,
  status integer,
  -- JSON of an answer that an earlier version left in clear, until the sweep forgets it
  answer text,
  created_date timestamptz NOT NULL,
  -- JSON of the answer, sealed by the installation's secret; null only inside the transaction that makes it
  sealed_answer text,
  PRIMARY KEY (user_id, endpoint, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_date);
