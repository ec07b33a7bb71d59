-- Handwriting for one signature field, encrypted in the browser for the custodian: erased once it is in the signed
-- file, or the signature ends.
CREATE TABLE sealed_hand (
  point_id bigint PRIMARY KEY REFERENCES signature_point (id),
  session_id bigint NOT NULL REFERENCES signing_session (id),
  -- the ciphertext as base64; null once erased, like the drawing
  envelope text,
  -- the drawing of the strokes for the signature field: even steps, no time, no pressure
  drawing jsonb,
  -- kept, so that no envelope can be submitted twice
  envelope_sha256 text NOT NULL,
  CONSTRAINT sealed_hand_erased CHECK ((envelope IS NULL) = (drawing IS NULL))
);
CREATE UNIQUE INDEX sealed_hand_once ON sealed_hand (envelope_sha256);
CREATE INDEX sealed_hand_session ON sealed_hand (session_id);
