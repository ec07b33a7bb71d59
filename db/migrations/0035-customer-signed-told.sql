--! compatible
-- Whoever waits for a signature hears that the customer has signed also where staff sign after them (P-19).
CREATE OR REPLACE FUNCTION evidence_event_told() RETURNS trigger LANGUAGE plpgsql AS $$
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
