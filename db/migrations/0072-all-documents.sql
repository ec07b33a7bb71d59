--! compatible
-- The list of all documents: what a signer refused, what was created in a period, and all of one type, without reading every document.
CREATE INDEX document_declined ON document (hst, id) INCLUDE (legal_entity, brand, folder_type)
  WHERE status = 'READY_TO_SIGN' AND status_reason IN ('signing.declined', 'signing.notMe') AND deleted_date IS NULL;
CREATE INDEX document_created ON document (created_date, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
CREATE INDEX document_type ON document (type, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
