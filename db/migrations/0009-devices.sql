--! compatible
-- Devices of activations: the one-time codes they are paired by, their public keys, and the proofs they have used (P-13, D-35).

-- A code by which one tablet asks for an activation's seat; of the code only its hash is kept.
CREATE TABLE device_pairing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activation_id bigint NOT NULL REFERENCES activation (id),
  -- SHA-256 in hexadecimal
  code_hash text NOT NULL UNIQUE,
  -- CLAIMED: a tablet used the code and waits for the staff; VOID: a newer code, or the activation's end, took its place
  state text NOT NULL CHECK (state IN ('OPEN', 'CLAIMED', 'CONFIRMED', 'REFUSED', 'VOID')),
  issued_by text NOT NULL,
  issued_date timestamptz NOT NULL,
  -- until when the code may be used, and once it was, until when the tablet may be confirmed
  expires_date timestamptz NOT NULL,
  claimed_date timestamptz,
  -- the tablet's: SubjectPublicKeyInfo as base64url, and the SHA-256 of its bytes
  public_key text,
  key_id text,
  device_name text,
  user_agent text,
  -- two digits that both sides show
  match_number text,
  ended_by text,
  ended_date timestamptz,
  CONSTRAINT device_pairing_claimed CHECK (state NOT IN ('CLAIMED', 'CONFIRMED', 'REFUSED')
    OR (claimed_date IS NOT NULL AND public_key IS NOT NULL AND key_id IS NOT NULL AND device_name IS NOT NULL
      AND match_number IS NOT NULL))
);
CREATE UNIQUE INDEX device_pairing_live ON device_pairing (activation_id) WHERE state IN ('OPEN', 'CLAIMED');
CREATE INDEX device_pairing_key ON device_pairing (key_id, id) WHERE key_id IS NOT NULL;

-- A tablet that was confirmed; its private key never leaves it.
CREATE TABLE device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activation_id bigint NOT NULL REFERENCES activation (id),
  public_key text NOT NULL,
  key_id text NOT NULL UNIQUE,
  name text NOT NULL,
  user_agent text,
  paired_by text NOT NULL,
  paired_date timestamptz NOT NULL,
  last_seen_date timestamptz,
  -- put aside by the staff, until they take it back
  disabled_by text,
  disabled_date timestamptz,
  -- replaced, or its activation was deleted: its key is dead for good
  ended_by text,
  ended_date timestamptz
);
CREATE UNIQUE INDEX device_activation ON device (activation_id) WHERE ended_date IS NULL;

-- Proofs that were used, while their time would still be accepted: none counts twice.
CREATE TABLE device_nonce (
  device_key text NOT NULL,
  nonce text NOT NULL,
  used_date timestamptz NOT NULL,
  PRIMARY KEY (device_key, nonce)
);
CREATE INDEX device_nonce_used ON device_nonce (used_date);

-- A device with what decides whether it may act, whatever became of its activation.
CREATE VIEW device_seat AS
  SELECT device.id, device.activation_id, device.public_key, device.key_id, device.name, device.last_seen_date,
    device.disabled_date, device.ended_date, activation.hst, activation.device_label, activation.status,
    least(activation.expires_at, license.expires_at) AS expires_at
  FROM device
    JOIN activation ON activation.id = device.activation_id
    JOIN license ON license.id = activation.license_id;

-- A tablet that asked for a seat, with the seat.
CREATE VIEW device_request AS
  SELECT device_pairing.id, device_pairing.activation_id, device_pairing.state, device_pairing.expires_date,
    device_pairing.public_key, device_pairing.key_id, device_pairing.device_name, device_pairing.match_number,
    activation.hst, activation.device_label
  FROM device_pairing JOIN activation ON activation.id = device_pairing.activation_id
  WHERE device_pairing.key_id IS NOT NULL;

-- Told like every other change (P-15): whose activation it is decides who hears of it.
CREATE FUNCTION activation_told(activation_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('fascicolo_change', json_build_object(
    'entity', 'activation', 'id', id, 'folderId', NULL, 'dossierId', NULL, 'status', status,
    'kind', CASE WHEN status = 'DELETED' THEN 'deleted' ELSE 'changed' END, 'hst', hst)::text)
  FROM activation WHERE id = activation_id
$$;
CREATE FUNCTION device_change_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM activation_told(NEW.activation_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER device_pairing_told AFTER INSERT OR UPDATE ON device_pairing
  FOR EACH ROW EXECUTE FUNCTION device_change_told();
CREATE FUNCTION activation_change_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM activation_told(NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER activation_change_told AFTER INSERT OR UPDATE ON activation
  FOR EACH ROW EXECUTE FUNCTION activation_change_told();
-- That it was seen again is no news.
CREATE TRIGGER device_told AFTER INSERT OR UPDATE OF disabled_date, ended_date ON device
  FOR EACH ROW EXECUTE FUNCTION device_change_told();

-- Activations that have their device and may use it, with the day on which they end: their own or the licence's.
CREATE OR REPLACE VIEW tablet AS
  SELECT activation.id, activation.hst, activation.device_label, activation.device_name,
    least(activation.expires_at, license.expires_at) AS expires_at
  FROM activation JOIN license ON license.id = activation.license_id
  WHERE activation.status = 'ACTIVATED' AND NOT EXISTS (
    SELECT FROM device WHERE device.activation_id = activation.id AND device.ended_date IS NULL
      AND device.disabled_date IS NOT NULL);
