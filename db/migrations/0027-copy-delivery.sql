--! compatible
-- Whoever signed is sent the link to their copy once the signature is complete (D-13).
CREATE TABLE copy_delivery (
  signer_id bigint PRIMARY KEY REFERENCES signer (id),
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX copy_delivery_queued ON copy_delivery (signer_id) WHERE delivery = 'QUEUED';
