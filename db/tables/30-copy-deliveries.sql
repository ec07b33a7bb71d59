-- The message with the link to the copy, to each customer of a completed signature: one row per customer, so that a
-- retried job sends nothing twice.
CREATE TABLE copy_delivery (
  signer_id bigint PRIMARY KEY REFERENCES signer (id),
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX copy_delivery_queued ON copy_delivery (signer_id) WHERE delivery = 'QUEUED';
