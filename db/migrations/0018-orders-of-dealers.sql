--! compatible
-- A page of one dealer, or of several, far into its list: walked along the dealers' own orders instead of sorted.
CREATE INDEX document_dealer_modified ON document (hst, last_modified_date, id) INCLUDE (legal_entity, brand, folder_type, status, created_by)
  WHERE deleted_date IS NULL;
CREATE INDEX document_search_dealer_name ON document_search (hst, name_text, document_id) INCLUDE (legal_entity, brand, folder_type);
