--! compatible
-- The whole portal: live updates, what waits for the customer, and what waits on a dealer's tablets.

-- a document's newest session
CREATE INDEX session_document_document ON session_document (document_id, session_id);

-- What changed, told to every node when its transaction commits (P-15 /api/events): ids, scope and status, never personal data.
-- A statement that touches many rows tells only which dealers have much to read again.
CREATE FUNCTION document_changes_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM told LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'many', 'hst', hst)::text)
    FROM (SELECT DISTINCT hst FROM told) AS dealer;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('fascicolo_change', json_build_object(
      'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status, 'kind', 'created',
      'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text) FROM told;
  ELSE
    -- What came of a signature is told with whoever started it, who waits to hear of it.
    PERFORM pg_notify('fascicolo_change', json_build_object(
      'entity', 'document', 'id', told.id, 'folderId', told.folder_id, 'dossierId', told.dossier_id, 'status', told.status,
      'kind', CASE WHEN told.deleted_date IS NOT NULL THEN 'deleted' ELSE 'changed' END,
      'hst', told.hst, 'brand', told.brand, 'folderType', told.folder_type, 'createdBy', told.created_by,
      'was', before.status, 'reason', told.status_reason,
      'startedBy', CASE WHEN before.status IN ('START_SIGN', 'COMPLETING') AND before.status <> told.status THEN (
        SELECT started_by FROM session_document JOIN signing_session ON signing_session.id = session_id
        WHERE document_id = told.id ORDER BY session_id DESC LIMIT 1) END)::text)
    FROM told JOIN before ON before.id = told.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_inserts_told AFTER INSERT ON document
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION document_changes_told();
CREATE TRIGGER document_updates_told AFTER UPDATE ON document
  REFERENCING OLD TABLE AS before NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION document_changes_told();

CREATE FUNCTION folder_changes_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM told LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'many', 'hst', hst)::text)
    FROM (SELECT DISTINCT hst FROM told) AS dealer;
  ELSE
    PERFORM pg_notify('fascicolo_change', json_build_object(
      'entity', 'folder', 'id', id, 'folderId', id, 'dossierId', dossier_id, 'status', status,
      'kind', CASE WHEN status = 'DELETED' THEN 'deleted' WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'changed' END,
      'hst', hst, 'brand', brand, 'folderType', type, 'createdBy', created_by)::text) FROM told;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER folder_inserts_told AFTER INSERT ON folder
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION folder_changes_told();
CREATE TRIGGER folder_updates_told AFTER UPDATE ON folder
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION folder_changes_told();

CREATE FUNCTION dossier_changes_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM told LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'many', 'hst', hst)::text)
    FROM (SELECT DISTINCT hst FROM told) AS dealer;
  ELSE
    PERFORM pg_notify('fascicolo_change', json_build_object(
      'entity', 'dossier', 'id', id, 'folderId', NULL, 'dossierId', id, 'status', status,
      'kind', CASE WHEN status = 'DELETED' THEN 'deleted' WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'changed' END,
      'hst', hst, 'createdBy', created_by)::text) FROM told;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER dossier_inserts_told AFTER INSERT ON dossier
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION dossier_changes_told();
CREATE TRIGGER dossier_updates_told AFTER UPDATE ON dossier
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION dossier_changes_told();

-- The signers' progress changes no column of the document, but each step leaves its event; reading alone is no change.
CREATE FUNCTION evidence_event_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status, 'kind', 'changed',
    'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text)
  FROM document WHERE id = substring(NEW.subject FROM '^document:([0-9]+)$')::bigint AND deleted_date IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER evidence_event_told AFTER INSERT ON evidence_event
  FOR EACH ROW WHEN (NEW.type NOT IN ('viewed', 'downloaded')) EXECUTE FUNCTION evidence_event_told();

-- Tablets of a dealer and what waits to be signed on each (P-7 "Invia al tablet", P-13).

-- Activations that have their device, with the day on which they end: their own or the licence's.
CREATE VIEW tablet AS
  SELECT activation.id, activation.hst, activation.device_label, activation.device_name,
    least(activation.expires_at, license.expires_at) AS expires_at
  FROM activation JOIN license ON license.id = activation.license_id
  WHERE activation.status = 'ACTIVATED';

CREATE TABLE tablet_queue_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  activation_id bigint NOT NULL REFERENCES activation (id),
  queued_by text NOT NULL,
  queued_date timestamptz NOT NULL,
  -- when the tablet opened it for the customer
  taken_date timestamptz,
  -- when it left the queue; without a name it left by itself
  withdrawn_date timestamptz,
  withdrawn_by text
);
-- a document waits on one tablet at a time
CREATE UNIQUE INDEX tablet_queue_entry_document ON tablet_queue_entry (document_id) WHERE withdrawn_date IS NULL;
CREATE INDEX tablet_queue_entry_activation ON tablet_queue_entry (activation_id, id) WHERE withdrawn_date IS NULL;

-- What waits now, with what decides who may know of it.
CREATE VIEW tablet_queue AS
  SELECT entry.id, entry.activation_id, tablet.device_label, tablet.device_name, tablet.expires_at, tablet.hst,
    entry.queued_by, entry.queued_date, entry.taken_date,
    document.id AS document_id, document.type AS document_type, document.status, document.customer_name,
    document.brand, document.folder_type, document.created_by
  FROM tablet_queue_entry AS entry
    JOIN tablet ON tablet.id = entry.activation_id
    JOIN document ON document.id = entry.document_id
  WHERE entry.withdrawn_date IS NULL;

-- A document stays in the queue while its signature goes forward to the customer; anything else that happens to it ends its wait.
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

-- A closed folder starts nothing (P-5); what its customers are signing already goes on.
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

-- Told like every other change (P-15): whose queue it is follows from the document.
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

-- What waits for the customer, or was locked by wrong codes (P-19).
CREATE INDEX document_waiting ON document (hst, id) INCLUDE (legal_entity, brand, folder_type)
  WHERE (status = 'START_SIGN' OR (status = 'READY_TO_SIGN' AND status_reason = 'signing.locked')) AND deleted_date IS NULL;

ALTER TABLE signer ADD COLUMN seen_date timestamptz;
ALTER TABLE signer ADD COLUMN last_event text NOT NULL DEFAULT 'sign.started';
ALTER TABLE signer ADD COLUMN last_event_date timestamptz;
-- the link that was told as not sent: told once, however often it is tried
ALTER TABLE signer ADD COLUMN link_failed_epoch integer;
-- Signatures that wait now: what is known of them without reading their trails.
UPDATE signer SET last_event = 'link.sent', last_event_date = link_delivery.sent_date
  FROM link_delivery
  WHERE link_delivery.signer_id = signer.id AND link_delivery.link_epoch = signer.link_epoch AND signer.state = 'WAITING';
UPDATE signer SET seen_date = opened_date, last_event = 'link.opened', last_event_date = opened_date
  WHERE opened_date IS NOT NULL AND state = 'WAITING';

-- The same link sent once more because somebody asked for it: one row a request, so that a retried job sends nothing twice.
CREATE TABLE link_reminder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  requested_by text NOT NULL,
  requested_date timestamptz NOT NULL,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX link_reminder_signer ON link_reminder (signer_id, id);
CREATE INDEX link_reminder_queued ON link_reminder (id) WHERE delivery = 'QUEUED';
