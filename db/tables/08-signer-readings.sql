-- Which signer was shown all bytes of which document (show before sign).
CREATE TABLE signer_reading (
  signer_id bigint NOT NULL REFERENCES signer (id),
  document_id bigint NOT NULL REFERENCES document (id),
  prepared_sha256 text NOT NULL,
  complete_date timestamptz,
  PRIMARY KEY (signer_id, document_id)
);
