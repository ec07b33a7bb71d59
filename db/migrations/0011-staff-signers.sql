--! compatible
-- Staff who sign (P-6): who of the portal's users a signer is. They get no code by SMS, so their phone is empty.
ALTER TABLE signer ADD COLUMN user_id bigint REFERENCES app_user (id);
ALTER TABLE signer ADD CONSTRAINT signer_staff CHECK ((role = 'customer') = (user_id IS NULL));
-- what waits for a member of staff
CREATE INDEX signer_user ON signer (user_id) WHERE state = 'WAITING';

-- Staff who sign, or have signed, in a signature that runs or is complete, and whether it is their turn (P-6).
CREATE VIEW staff_signature AS
  SELECT entry.document_id, signer.id AS signer_id, signer.position, signer.user_id, signer.role,
    signer.first_name || ' ' || signer.last_name AS name, customer.last_date AS turn_date,
    signing_session.state = 'OPEN' AND signer.state = 'WAITING' AS is_open,
    signing_session.state = 'OPEN' AND signer.state = 'WAITING' AND customer.done AS is_turn,
    signing_session.started_by, signing_session.expires_date
  FROM signer
    JOIN signing_session ON signing_session.id = signer.session_id
    JOIN session_document AS entry ON entry.session_id = signer.session_id
    CROSS JOIN LATERAL (
      SELECT max(other.signed_date) AS last_date, bool_and(other.state = 'SIGNED') AS done
      FROM signer AS other WHERE other.session_id = signer.session_id AND other.role = 'customer') AS customer
  WHERE signer.user_id IS NOT NULL AND signing_session.state IN ('PREPARING', 'OPEN', 'COMPLETING', 'COMPLETED');

-- A member of staff proved anew who they are, for one signature: bound to the portal session and to what is signed (P-6).
CREATE TABLE fresh_sign_in (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- id of the session of the portal that asked; it may be gone when this is read
  staff_session_id text NOT NULL,
  -- SHA-256 over session, signer, prepared files, user and points; another value voids it
  bound_to text NOT NULL,
  method text NOT NULL CHECK (method IN ('PROVIDER', 'PASSWORD')),
  confirmed_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  -- good once
  used_date timestamptz
);
CREATE INDEX fresh_sign_in_user ON fresh_sign_in (user_id, id);

-- A sign-in that is to prove the same person again: who, in which session of the portal, for what.
ALTER TABLE sign_in_request ADD COLUMN user_id bigint;
ALTER TABLE sign_in_request ADD COLUMN staff_session_id text;
ALTER TABLE sign_in_request ADD COLUMN bound_to text;
ALTER TABLE sign_in_request ADD CONSTRAINT sign_in_request_fresh
  CHECK ((user_id IS NULL) = (staff_session_id IS NULL) AND (user_id IS NULL) = (bound_to IS NULL));

-- The customers have signed and the dealer's staff have not: there is nothing left to do on the tablet.
CREATE FUNCTION customers_leave_tablet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tablet_queue_entry SET withdrawn_date = now() WHERE withdrawn_date IS NULL
    AND document_id IN (SELECT document_id FROM session_document WHERE session_id = NEW.session_id)
    AND NOT EXISTS (SELECT FROM signer WHERE session_id = NEW.session_id AND role = 'customer' AND state <> 'SIGNED')
    AND EXISTS (SELECT FROM signer WHERE session_id = NEW.session_id AND role <> 'customer' AND state = 'WAITING');
  RETURN NULL;
END
$$;
CREATE TRIGGER customers_leave_tablet AFTER UPDATE OF state ON signer FOR EACH ROW
  WHEN (NEW.role = 'customer' AND NEW.state = 'SIGNED' AND OLD.state <> 'SIGNED') EXECUTE FUNCTION customers_leave_tablet();
