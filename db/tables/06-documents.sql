-- Documents with their scope copied, so that lists and searches never join to decide visibility.
CREATE TABLE document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folder_id bigint NOT NULL REFERENCES folder (id),
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  folder_type text NOT NULL,
  customer_name text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'PRIVACY_UPDATING', 'SIGNED', 'FINISH', 'EXPIRED')),
  -- why the document returned to its status, as a refusal code
  status_reason text,
  status_detail text,
  sig_type text CHECK (sig_type IN ('OTP', 'GRAPHOMETRIC', 'FEA')),
  archivable boolean NOT NULL,
  signable boolean NOT NULL,
  file_name text,
  mime_type text,
  file_size bigint,
  pages integer,
  -- SHA-256 of the stored original (H0)
  file_sha256 text,
  variable_fields jsonb NOT NULL,
  start_sign_date timestamptz,
  ever_signed boolean NOT NULL DEFAULT false,
  signed_document_id bigint,
  fea_module_id bigint REFERENCES document (id),
  -- hidden, never removed: signed files are kept (D-9)
  deleted_date timestamptz,
  deleted_by text,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX document_folder ON document (folder_id, id) INCLUDE (status, deleted_date);
CREATE INDEX document_scope ON document (hst, id) INCLUDE (legal_entity, brand, folder_type, status, last_modified_date)
  WHERE deleted_date IS NULL;
CREATE INDEX document_dealer_modified ON document (hst, last_modified_date, id) INCLUDE (legal_entity, brand, folder_type, status, created_by)
  WHERE deleted_date IS NULL;
-- documents created by one account, by status (accounts of dealers' management systems see no others)
CREATE INDEX document_creator ON document (created_by, id) INCLUDE (hst, legal_entity, brand, folder_type, status, last_modified_date)
  WHERE deleted_date IS NULL;
CREATE INDEX document_modified ON document (last_modified_date, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
-- documents neither signed nor finished
CREATE INDEX document_open ON document (legal_entity, id) INCLUDE (hst, brand, folder_type, status, last_modified_date)
  WHERE status IN ('DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'PRIVACY_UPDATING', 'EXPIRED')
    AND deleted_date IS NULL;
-- documents that wait for the customer, or were locked by wrong codes: always few among all documents
CREATE INDEX document_waiting ON document (hst, id) INCLUDE (legal_entity, brand, folder_type)
  WHERE (status = 'START_SIGN' OR (status = 'READY_TO_SIGN' AND status_reason = 'signing.locked')) AND deleted_date IS NULL;
-- documents refused by a signer, to be found among all that are ready to sign
CREATE INDEX document_declined ON document (hst, id) INCLUDE (legal_entity, brand, folder_type)
  WHERE status = 'READY_TO_SIGN' AND status_reason IN ('signing.declined', 'signing.notMe') AND deleted_date IS NULL;
-- documents created in a period, and all of one type, in the whole network, with their statuses
CREATE INDEX document_created ON document (created_date, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
CREATE INDEX document_type ON document (type, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
CREATE INDEX document_file ON document (file_sha256);

-- Columns that lists search and sort by and that no signature changes: separate from document, so that a change of
-- status does not update these indexes. One row for each document that is not hidden, maintained by triggers.
CREATE TABLE document_search (
  document_id bigint NOT NULL,
  folder_id bigint NOT NULL,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  folder_type text NOT NULL,
  -- both in the form of search_form; sorted by code point on every installation
  name_text text COLLATE "C" NOT NULL,
  customer_text text COLLATE "C" NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (document_id) INCLUDE (hst, legal_entity, brand, folder_type)
) WITH (fillfactor = 95, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX document_search_folder ON document_search (folder_id, document_id) INCLUDE (hst, legal_entity, brand, folder_type, name_text);
CREATE INDEX document_search_scope ON document_search (hst, document_id) INCLUDE (legal_entity, brand, folder_type, name_text);
CREATE INDEX document_search_dealer_name ON document_search (hst, name_text, document_id) INCLUDE (legal_entity, brand, folder_type);
CREATE INDEX document_search_name ON document_search (name_text, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_customer ON document_search (customer_text, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_created ON document_search (created_date, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_creator ON document_search (created_by, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_trgm ON document_search USING gin (name_text gin_trgm_ops) WITH (fastupdate = off);

CREATE FUNCTION document_search_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_search
    SELECT id, folder_id, hst, legal_entity, brand, folder_type, search_form(coalesce(file_name, '')),
      left(search_form(customer_name), 120), created_by, created_date
    FROM new_rows WHERE deleted_date IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_is_found AFTER INSERT ON document
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION document_search_insert();

CREATE FUNCTION document_search_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.deleted_date IS NOT NULL THEN
    DELETE FROM document_search WHERE document_id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO document_search AS known
    VALUES (NEW.id, NEW.folder_id, NEW.hst, NEW.legal_entity, NEW.brand, NEW.folder_type, search_form(coalesce(NEW.file_name, '')),
      left(search_form(NEW.customer_name), 120), NEW.created_by, NEW.created_date)
    ON CONFLICT (document_id) DO UPDATE SET folder_id = EXCLUDED.folder_id, hst = EXCLUDED.hst,
      legal_entity = EXCLUDED.legal_entity, brand = EXCLUDED.brand, folder_type = EXCLUDED.folder_type,
      name_text = EXCLUDED.name_text, customer_text = EXCLUDED.customer_text, created_by = EXCLUDED.created_by,
      created_date = EXCLUDED.created_date;
  RETURN NULL;
END
$$;
CREATE TRIGGER document_is_found_anew AFTER UPDATE OF
  folder_id, hst, legal_entity, brand, folder_type, file_name, customer_name, created_by, created_date, deleted_date ON document
  FOR EACH ROW EXECUTE FUNCTION document_search_update();
CREATE TRIGGER document_is_lost AFTER DELETE ON document
  FOR EACH ROW EXECUTE FUNCTION document_search_update();

-- After a customer's rename or a folder's change of brand, the rows that copy these values are updated in the same
-- transaction.
CREATE FUNCTION dossier_pass_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE folder SET customer_text = '' WHERE dossier_id = NEW.id;
  UPDATE document SET customer_name = coalesce(NEW.organization_name, NEW.first_name || ' ' || NEW.last_name)
    WHERE folder_id IN (SELECT id FROM folder WHERE dossier_id = NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER dossier_passes_on AFTER UPDATE OF first_name, last_name, organization_name ON dossier FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.organization_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.organization_name))
  EXECUTE FUNCTION dossier_pass_on();

CREATE FUNCTION folder_pass_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE document SET hst = NEW.hst, legal_entity = NEW.legal_entity, brand = NEW.brand, folder_type = NEW.type
    WHERE folder_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER folder_passes_on AFTER UPDATE OF hst, legal_entity, brand, type ON folder FOR EACH ROW
  WHEN ((OLD.hst, OLD.legal_entity, OLD.brand, OLD.type) IS DISTINCT FROM (NEW.hst, NEW.legal_entity, NEW.brand, NEW.type))
  EXECUTE FUNCTION folder_pass_on();
