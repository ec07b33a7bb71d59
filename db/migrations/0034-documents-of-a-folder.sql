--! compatible
-- What a folder holds, by name: found and sorted in its index instead of being looked up row by row.

-- With many documents that takes longer than any other statement may.
SET LOCAL statement_timeout = 0;
CREATE INDEX document_search_in_folder ON document_search (folder_id, document_id) INCLUDE (hst, legal_entity, brand, folder_type, name_text);

-- Readers wait from here to the end only; whoever reads for long, as a copy does, is not waited for by all others.
SET LOCAL lock_timeout = '5s';
DROP INDEX document_search_folder;
ALTER INDEX document_search_in_folder RENAME TO document_search_folder;
SET LOCAL lock_timeout = DEFAULT;
