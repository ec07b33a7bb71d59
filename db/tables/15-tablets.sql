-- Tablets of a dealer and the documents to be signed on each ("Invia al tablet").

-- Activations with a device that is not disabled, with the date on which they end: their own or the licence's.
CREATE VIEW tablet AS
  SELECT activation.id, activation.hst, activation.device_label, activation.device_name,
    least(activation.expires_at, license.expires_at) AS expires_at
  FROM activation JOIN license ON license.id = activation.license_id
  WHERE activation.status = 'ACTIVATED' AND NOT EXISTS (
    SELECT FROM device WHERE device.activation_id = activation.id AND device.ended_date IS NULL
      AND device.disabled_date IS NOT NULL);

CREATE TABLE tablet_queue_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  activation_id bigint NOT NULL REFERENCES activation (id),
  queued_by text NOT NULL,
  queued_date timestamptz NOT NULL,
  -- when the tablet opened it for the customer
  taken_date timestamptz,
  -- when it left the queue; without a name it left automatically
  withdrawn_date timestamptz,
  withdrawn_by text,
  -- the dealer's signers once the customer opens it: ids of users by role
  signers jsonb NOT NULL DEFAULT '{}'
);
-- a document waits on one tablet at a time
CREATE UNIQUE INDEX tablet_queue_entry_document ON tablet_queue_entry (document_id) WHERE withdrawn_date IS NULL;
CREATE INDEX tablet_queue_entry_activation ON tablet_queue_entry (activation_id, id) WHERE withdrawn_date IS NULL;

-- The current queue, with the columns that decide who may see it.
CREATE VIEW tablet_queue AS
  SELECT entry.id, entry.activation_id, tablet.device_label, tablet.device_name, tablet.expires_at, tablet.hst,
    entry.queued_by, entry.queued_date, entry.taken_date,
    document.id AS document_id, document.type AS document_type, document.status, document.customer_name,
    document.brand, document.folder_type, document.created_by, entry.signers
  FROM tablet_queue_entry AS entry
    JOIN tablet ON tablet.id = entry.activation_id
    JOIN document ON document.id = entry.document_id
  WHERE entry.withdrawn_date IS NULL;

-- A document stays in the queue while its signature proceeds with the customer; any other event removes it.
CREATE FUNCTION document_leaves_tablet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tablet_queue_entry SET withdrawn_date = now() WHERE document_id = NEW.id AND withdrawn_date IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_leaves_tablet AFTER UPDATE OF status, deleted_date, hst ON document FOR EACH ROW
  WHEN (NEW.deleted_date IS NOT NULL OR OLD.hst <> NEW.hst OR (OLD.status <> NEW.status AND (OLD.status, NEW.status)
    NOT IN (('READY_TO_SIGN', 'PENDING_START_SIGN'), ('PENDING_START_SIGN', 'START_SIGN'))))
  EXECUTE FUNCTION document_leaves_tablet();

-- A closed folder starts nothing; signatures already in progress with its customers continue.
CREATE FUNCTION folder_leaves_tablet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tablet_queue_entry SET withdrawn_date = now() WHERE withdrawn_date IS NULL
    AND document_id IN (SELECT id FROM document WHERE folder_id = NEW.id AND status = 'READY_TO_SIGN');
  RETURN NULL;
END
$$;
CREATE TRIGGER folder_leaves_tablet AFTER UPDATE OF status ON folder FOR EACH ROW
  WHEN (OLD.status = 'OPEN' AND NEW.status <> 'OPEN') EXECUTE FUNCTION folder_leaves_tablet();

CREATE FUNCTION activation_leaves_tablet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tablet_queue_entry SET withdrawn_date = now() WHERE activation_id = NEW.id AND withdrawn_date IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER activation_leaves_tablet AFTER UPDATE OF status ON activation FOR EACH ROW
  WHEN (OLD.status = 'ACTIVATED' AND NEW.status <> 'ACTIVATED') EXECUTE FUNCTION activation_leaves_tablet();

-- The customers have signed and the dealer's staff have not: nothing is left to do on the tablet.
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

-- Notifies the nodes like every other change: the document determines the queue.
CREATE FUNCTION tablet_queue_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'tabletQueue', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status,
    'kind', CASE WHEN NEW.withdrawn_date IS NOT NULL THEN 'deleted' WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'changed' END,
    'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text)
  FROM document WHERE id = NEW.document_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER tablet_queue_told AFTER INSERT OR UPDATE ON tablet_queue_entry
  FOR EACH ROW EXECUTE FUNCTION tablet_queue_told();
