-- Devices of activations: their one-time pairing codes, their public keys, and the proofs they have used.

-- A code with which one tablet requests an activation; only its hash is stored.
CREATE TABLE device_pairing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activation_id bigint NOT NULL REFERENCES activation (id),
  -- SHA-256 in hexadecimal
  code_hash text NOT NULL UNIQUE,
  -- CLAIMED: a tablet used the code and waits for the staff; VOID: replaced by a newer code, or ended with the
  -- activation
  state text NOT NULL CHECK (state IN ('OPEN', 'CLAIMED', 'CONFIRMED', 'REFUSED', 'VOID')),
  issued_by text NOT NULL,
  issued_date timestamptz NOT NULL,
  -- until when the code may be used and, after its use, until when the tablet may be confirmed
  expires_date timestamptz NOT NULL,
  claimed_date timestamptz,
  -- of the tablet: SubjectPublicKeyInfo as base64url, and the SHA-256 of its bytes
  public_key text,
  key_id text,
  device_name text,
  user_agent text,
  -- two digits shown on both sides
  match_number text,
  ended_by text,
  ended_date timestamptz,
  CONSTRAINT device_pairing_claimed CHECK (state NOT IN ('CLAIMED', 'CONFIRMED', 'REFUSED')
    OR (claimed_date IS NOT NULL AND public_key IS NOT NULL AND key_id IS NOT NULL AND device_name IS NOT NULL
      AND match_number IS NOT NULL))
);
CREATE UNIQUE INDEX device_pairing_live ON device_pairing (activation_id) WHERE state IN ('OPEN', 'CLAIMED');
CREATE INDEX device_pairing_key ON device_pairing (key_id, id) WHERE key_id IS NOT NULL;

-- A confirmed tablet; its private key never leaves it.
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
  -- disabled by the staff, until they enable it again
  disabled_by text,
  disabled_date timestamptz,
  -- replaced, or its activation was deleted: its key is permanently invalid
  ended_by text,
  ended_date timestamptz
);
CREATE UNIQUE INDEX device_activation ON device (activation_id) WHERE ended_date IS NULL;

-- Proofs already used, kept while their time would still be accepted, so that none counts twice.
CREATE TABLE device_nonce (
  device_key text NOT NULL,
  nonce text NOT NULL,
  used_date timestamptz NOT NULL,
  PRIMARY KEY (device_key, nonce)
);
CREATE INDEX device_nonce_used ON device_nonce (used_date);

-- A device with the columns that decide whether it may act, whatever the state of its activation.
CREATE VIEW device_seat AS
  SELECT device.id, device.activation_id, device.public_key, device.key_id, device.name, device.last_seen_date,
    device.disabled_date, device.ended_date, activation.hst, activation.device_label, activation.status,
    least(activation.expires_at, license.expires_at) AS expires_at
  FROM device
    JOIN activation ON activation.id = device.activation_id
    JOIN license ON license.id = activation.license_id;

-- A tablet's pairing request, with the activation that it requests.
CREATE VIEW device_request AS
  SELECT device_pairing.id, device_pairing.activation_id, device_pairing.state, device_pairing.expires_date,
    device_pairing.public_key, device_pairing.key_id, device_pairing.device_name, device_pairing.match_number,
    activation.hst, activation.device_label
  FROM device_pairing JOIN activation ON activation.id = device_pairing.activation_id
  WHERE device_pairing.key_id IS NOT NULL;

-- Notifies the nodes like every other change: the dealer of the activation decides who receives it.
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
-- A new last_seen_date is not announced.
CREATE TRIGGER device_told AFTER INSERT OR UPDATE OF disabled_date, ended_date ON device
  FOR EACH ROW EXECUTE FUNCTION device_change_told();
