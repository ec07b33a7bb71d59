--! compatible
-- What one account created, by status: counted in its index instead of being looked up row by row.
CREATE INDEX document_creator ON document (created_by, id) INCLUDE (hst, legal_entity, brand, folder_type, status, last_modified_date)
  WHERE deleted_date IS NULL;
