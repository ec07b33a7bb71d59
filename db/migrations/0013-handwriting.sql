--! breaking
-- An earlier version would complete a session that was signed by hand as if it were signed by code.
-- Signatures that may be given by hand on a tablet, or by code instead (P-8, D-20, D-21).
ALTER TABLE signing_session DROP CONSTRAINT signing_session_method_check;
ALTER TABLE signing_session ADD CONSTRAINT signing_session_method_check CHECK (method IN ('OTP', 'GRAPHOMETRIC'));

-- Handwriting of one point, sealed in the browser for the custodian: erased once it stands in the signed file, or the signature ends (D-32).
CREATE TABLE sealed_hand (
  point_id bigint PRIMARY KEY REFERENCES signature_point (id),
  session_id bigint NOT NULL REFERENCES signing_session (id),
  -- the ciphertext as base64
  envelope text,
  -- the picture of the line for the box: even steps, no time, no pressure (D-36)
  drawing jsonb,
  -- stays, so that no envelope can be handed in twice
  envelope_sha256 text NOT NULL,
  CONSTRAINT sealed_hand_erased CHECK ((envelope IS NULL) = (drawing IS NULL))
);
CREATE UNIQUE INDEX sealed_hand_once ON sealed_hand (envelope_sha256);
CREATE INDEX sealed_hand_session ON sealed_hand (session_id);
