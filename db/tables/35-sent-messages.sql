-- Messages to signers, and their delivery; codes reported by gateways are also in sms_receipt.
CREATE TABLE sent_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- our id, as passed to servers and gateways
  message_id text NOT NULL UNIQUE,
  signer_id bigint NOT NULL REFERENCES signer (id),
  kind text NOT NULL CHECK (kind IN ('LINK', 'REMINDER', 'CODE', 'COPY')),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  -- masked
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'FAILED')),
  -- why it waits, failed or was not delivered: MESSAGE_REASONS
  reason text,
  provider_id text,
  created_date timestamptz NOT NULL,
  sent_date timestamptz,
  ended_date timestamptz
);
CREATE INDEX sent_message_signer ON sent_message (signer_id, id);
CREATE INDEX sent_message_awaited ON sent_message (channel, sent_date) WHERE state = 'SENT' AND kind <> 'CODE';

-- A waiting message leaves no event on the trail, so this trigger notifies the pages that show its document.
CREATE FUNCTION sent_message_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status, 'kind', 'changed',
    'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text)
  FROM document WHERE deleted_date IS NULL AND id IN (
    SELECT document_id FROM session_document JOIN signer ON signer.session_id = session_document.session_id
    WHERE signer.id = NEW.signer_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER sent_message_waits_told AFTER INSERT ON sent_message
  FOR EACH ROW WHEN (NEW.state = 'WAITING') EXECUTE FUNCTION sent_message_told();
CREATE TRIGGER sent_message_reason_told AFTER UPDATE ON sent_message
  FOR EACH ROW WHEN (OLD.reason IS DISTINCT FROM NEW.reason) EXECUTE FUNCTION sent_message_told();
