--! compatible
-- A message that waits leaves no event on the trail: pages that show its document are told by this.
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
