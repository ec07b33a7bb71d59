-- Announces changes to every node when the transaction commits (for /api/events): ids, scope and status, never personal
-- data. A statement that touches many rows announces only the dealers whose lists should be refetched.
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

-- The signers' progress changes no column of the document, nor do consents change the dossier's, but each step records
-- an event; reading alone is no change.
CREATE FUNCTION evidence_event_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  started text;
BEGIN
  -- The last customer has signed and all of the staff still have to: whoever started it waits to hear of that (P-19).
  IF NEW.type = 'sign.confirmed' THEN
    SELECT started_by INTO started FROM signing_session AS session
    WHERE id = (NEW.body::json #>> '{detail,sessionId}')::bigint AND (
      SELECT bool_or(role <> 'customer') AND bool_and(state = CASE role WHEN 'customer' THEN 'SIGNED' ELSE 'WAITING' END)
      FROM signer WHERE session_id = session.id);
  END IF;
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status, 'kind', 'changed',
    'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by,
    'customersSigned', started IS NOT NULL, 'startedBy', started)::text)
  FROM document WHERE id = substring(NEW.subject FROM '^document:([0-9]+)$')::bigint AND deleted_date IS NULL;
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'dossier', 'id', id, 'folderId', NULL, 'dossierId', id, 'status', status, 'kind', 'changed',
    'hst', hst, 'createdBy', created_by)::text)
  FROM dossier WHERE id = substring(NEW.subject FROM '^dossier:([0-9]+)$')::bigint AND status <> 'DELETED';
  RETURN NULL;
END
$$;
CREATE TRIGGER evidence_event_told AFTER INSERT ON evidence_event
  FOR EACH ROW WHEN (NEW.type NOT IN ('viewed', 'downloaded')) EXECUTE FUNCTION evidence_event_told();

-- An account's rights changed: its live streams end immediately, on every node.
CREATE FUNCTION account_change_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'account', 'id', NEW.id)::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER account_change_told AFTER UPDATE OF authorities, hst_list, brands, activated ON app_user FOR EACH ROW
  WHEN (ROW (OLD.authorities, OLD.hst_list, OLD.brands, OLD.activated)
    IS DISTINCT FROM ROW (NEW.authorities, NEW.hst_list, NEW.brands, NEW.activated))
  EXECUTE FUNCTION account_change_told();
