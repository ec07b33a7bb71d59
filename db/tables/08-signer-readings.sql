-- Which signer was given all bytes of which document (show before sign, D-12).
CREATE TABLE signer_reading (
  signer_id bigint NOT NULL REFERENCES signer (id),
  document_id bigint NOT NULL REFERENCES document (id),
  prepared_sha256 text NOT NULL,
  complete_date timestamptz,
  PRIMARY KEY (signer_id, document_id)
);
