--! compatible
-- The whole portal: live updates, and what waits for the customer.

-- What changed, told to every node when its transaction commits (P-15 /api/events): ids, scope and status, never personal data.
-- A statement that touches many rows tells only that there is much to read again.
CREATE FUNCTION document_changes_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM told LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('fascicolo_change', '{"entity":"many"}');
  ELSE
    PERFORM pg_notify('fascicolo_change', json_build_object(
      'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status,
      'kind', CASE WHEN deleted_date IS NOT NULL THEN 'deleted' WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'changed' END,
      'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text) FROM told;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_inserts_told AFTER INSERT ON document
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION document_changes_told();
CREATE TRIGGER document_updates_told AFTER UPDATE ON document
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION document_changes_told();

CREATE FUNCTION folder_changes_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM told LIMIT 21) AS few) > 20 THEN
    PERFORM pg_notify('fascicolo_change', '{"entity":"many"}');
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
    PERFORM pg_notify('fascicolo_change', '{"entity":"many"}');
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

-- What waits for the customer, or was locked by wrong codes (P-19).
CREATE INDEX document_waiting ON document (hst, id) INCLUDE (legal_entity, brand, folder_type)
  WHERE (status = 'START_SIGN' OR (status = 'READY_TO_SIGN' AND status_reason = 'signing.locked')) AND deleted_date IS NULL;
CREATE INDEX session_document_document ON session_document (document_id, session_id);

ALTER TABLE signer ADD COLUMN seen_date timestamptz;
ALTER TABLE signer ADD COLUMN last_event text NOT NULL DEFAULT 'sign.started';
ALTER TABLE signer ADD COLUMN last_event_date timestamptz;
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
