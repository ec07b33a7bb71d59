--! compatible
-- A customer's own events change no column of the dossier either: consents told to a controller, adherences.
CREATE OR REPLACE FUNCTION evidence_event_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'document', 'id', id, 'folderId', folder_id, 'dossierId', dossier_id, 'status', status, 'kind', 'changed',
    'hst', hst, 'brand', brand, 'folderType', folder_type, 'createdBy', created_by)::text)
  FROM document WHERE id = substring(NEW.subject FROM '^document:([0-9]+)$')::bigint AND deleted_date IS NULL;
  PERFORM pg_notify('fascicolo_change', json_build_object(
    'entity', 'dossier', 'id', id, 'folderId', NULL, 'dossierId', id, 'status', status, 'kind', 'changed',
    'hst', hst, 'createdBy', created_by)::text)
  FROM dossier WHERE id = substring(NEW.subject FROM '^dossier:([0-9]+)$')::bigint AND status <> 'DELETED';
  RETURN NULL;
END
$$;
