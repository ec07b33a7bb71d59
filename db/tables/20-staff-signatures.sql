-- Staff who sign, or have signed, in a running or completed signature, and whether it is their turn.
CREATE VIEW staff_signature AS
  SELECT entry.document_id, signer.id AS signer_id, signer.position, signer.user_id, signer.role,
    -- turn_date: when the latest customer signed
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
