-- Counts of documents, folders and customers, by the columns that filter lists. Writers only append to counter_delta;
-- one task folds it into the cells. A total is the sum over both in one statement, exact in every snapshot.
CREATE TABLE counter (
  kind text NOT NULL CHECK (kind IN ('document', 'folder', 'dossier')),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  -- empty for customers, which have neither brand nor type here
  brand text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (kind, hst, legal_entity, brand, type, status)
) WITH (fillfactor = 50);

-- The same without the dealer: totals for users who see every dealer.
CREATE TABLE counter_entity (
  kind text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (kind, legal_entity, brand, type, status)
) WITH (fillfactor = 50);

CREATE TABLE counter_delta (
  kind text NOT NULL,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  d bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- When the cells were last compared with the rows.
CREATE TABLE counter_check (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  checked_date timestamptz NOT NULL
);

CREATE FUNCTION document_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counter_delta SELECT 'document', hst, legal_entity, brand, folder_type, status, count(*) FROM new_rows WHERE deleted_date IS NULL GROUP BY 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO counter_delta SELECT 'document', hst, legal_entity, brand, folder_type, status, -count(*) FROM old_rows WHERE deleted_date IS NULL GROUP BY 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO counter_delta
      SELECT 'document', hst, legal_entity, brand, folder_type, status, sum(d)
      FROM (SELECT *, 1 AS d FROM new_rows WHERE deleted_date IS NULL UNION ALL SELECT *, -1 FROM old_rows WHERE deleted_date IS NULL) AS changed
      GROUP BY 2, 3, 4, 5, 6 HAVING sum(d) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_inserts_count AFTER INSERT ON document
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION document_count();
CREATE TRIGGER document_updates_count AFTER UPDATE ON document
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION document_count();
CREATE TRIGGER document_deletes_count AFTER DELETE ON document
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION document_count();

CREATE FUNCTION folder_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counter_delta SELECT 'folder', hst, legal_entity, brand, type, status, count(*) FROM new_rows GROUP BY 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO counter_delta SELECT 'folder', hst, legal_entity, brand, type, status, -count(*) FROM old_rows GROUP BY 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO counter_delta
      SELECT 'folder', hst, legal_entity, brand, type, status, sum(d)
      FROM (SELECT *, 1 AS d FROM new_rows UNION ALL SELECT *, -1 FROM old_rows) AS changed
      GROUP BY 2, 3, 4, 5, 6 HAVING sum(d) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER folder_inserts_count AFTER INSERT ON folder
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION folder_count();
CREATE TRIGGER folder_updates_count AFTER UPDATE ON folder
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION folder_count();
CREATE TRIGGER folder_deletes_count AFTER DELETE ON folder
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION folder_count();

CREATE FUNCTION dossier_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counter_delta SELECT 'dossier', hst, legal_entity, '', '', status, count(*) FROM new_rows GROUP BY 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO counter_delta SELECT 'dossier', hst, legal_entity, '', '', status, -count(*) FROM old_rows GROUP BY 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO counter_delta
      SELECT 'dossier', hst, legal_entity, '', '', status, sum(d)
      FROM (SELECT *, 1 AS d FROM new_rows UNION ALL SELECT *, -1 FROM old_rows) AS changed
      GROUP BY 2, 3, 4, 5, 6 HAVING sum(d) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER dossier_inserts_count AFTER INSERT ON dossier
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dossier_count();
CREATE TRIGGER dossier_updates_count AFTER UPDATE ON dossier
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dossier_count();
CREATE TRIGGER dossier_deletes_count AFTER DELETE ON dossier
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dossier_count();

-- The correct values of the cells, computed from the rows themselves.
CREATE VIEW counter_actual AS
  SELECT 'document' AS kind, hst, legal_entity, brand, folder_type AS type, status, count(*) AS n
    FROM document WHERE deleted_date IS NULL GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT 'folder', hst, legal_entity, brand, type, status, count(*) FROM folder GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT 'dossier', hst, legal_entity, '', '', status, count(*) FROM dossier GROUP BY 2, 3, 6;
