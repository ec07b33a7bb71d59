--! compatible
-- The whole API: licences, quotas, videos, idempotent creates, hidden documents, what other systems know of a customer.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The form in which texts are compared: lower case, without accents, one kind of apostrophe. What is stored and what is
-- looked for both pass through here, so that the collation of the installation decides nothing.
CREATE FUNCTION search_form(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = length($1) THEN lower(replace($1, '`', ''''))
    ELSE lower(translate(normalize($1, NFC),
      'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆĈĊČçćĉċčÐĎĐðďđÈÉÊËĒĔĖĘĚèéêëēĕėęěĜĞĠĢĝğġģĤĦĥħÌÍÎÏĨĪĬĮİìíîïĩīĭįıĴĵĶķĹĻĽŁĺļľłÑŃŅŇñńņňÒÓÔÕÖØŌŎŐòóôõöøōŏőŔŖŘŕŗřŚŜŞŠȘśŝşšșŢŤŦȚţťŧțÙÚÛÜŨŪŬŮŰŲùúûüũūŭůűųŴŵÝŶŸýŷÿŹŻŽźżž’‘ʼ`´',
      'aaaaaaaaaaaaaaaaaaccccccccccddddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllnnnnnnnnoooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzz'''''''''''))
  END
$$;

ALTER TABLE dossier
  ADD COLUMN dms_first_name text,
  ADD COLUMN dms_last_name text,
  ADD COLUMN dms_company_name text,
  ADD COLUMN dms_phone text,
  ADD COLUMN dms_address text,
  ADD COLUMN dms_city text,
  ADD COLUMN dms_postal_code text,
  ADD COLUMN rsp_first_name text,
  ADD COLUMN rsp_last_name text,
  ADD COLUMN rsp_company_name text,
  ADD COLUMN rsp_phone text,
  ADD COLUMN rsp_address text,
  ADD COLUMN rsp_city text,
  ADD COLUMN rsp_postal_code text;

ALTER TABLE dossier ADD COLUMN sync_queued_date timestamptz;
UPDATE dossier SET sync_status = 'TO_SYNC' WHERE search_type = 'RSP' AND business_id IS NOT NULL AND sync_status IS NULL;
CREATE INDEX dossier_sync ON dossier (id) WHERE sync_status IN ('TO_SYNC', 'SYNCING');

ALTER TABLE dealer ADD COLUMN gone_date timestamptz;

-- When the copy was last read from the tools service, and until when the node that is reading it now may take.
CREATE TABLE dealer_refresh (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  refreshed_date timestamptz,
  claimed_until timestamptz
);

ALTER TABLE document ADD COLUMN deleted_date timestamptz, ADD COLUMN deleted_by text;

ALTER TABLE service ADD COLUMN deleted_date timestamptz;

-- What a legal entity has used and promised of each kind: one row, changed last in a short transaction (P-14).
CREATE TABLE quota (
  legal_entity text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  PRIMARY KEY (legal_entity, kind)
) WITH (fillfactor = 50);

-- What was promised and is neither used nor given back yet (D-44).
CREATE TABLE quota_reservation (
  kind text NOT NULL CHECK (kind IN ('OTP', 'DISK_SPACE', 'STRONGDOX_SPACE')),
  cause text NOT NULL,
  legal_entity text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_date timestamptz NOT NULL,
  PRIMARY KEY (kind, cause)
);

-- A licence allows that many activated devices (specification §3 License, P-13).
CREATE TABLE license (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  license_code text NOT NULL,
  license_amount integer NOT NULL CHECK (license_amount >= 0),
  legal_entity text NOT NULL,
  hst_list text[] NOT NULL,
  afgclic_name text,
  -- SHA-256 of the stored .afgclic file
  afgclic_sha256 text,
  notes text,
  expires_at date,
  activations_count integer NOT NULL DEFAULT 0 CHECK (activations_count >= 0),
  deleted_date timestamptz,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX license_code ON license (lower(license_code)) WHERE deleted_date IS NULL;

-- A device's seat on a licence (specification §3 Activation, P-13).
CREATE TABLE activation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  license_id bigint NOT NULL REFERENCES license (id),
  activation_code text NOT NULL UNIQUE,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  notes text,
  expires_at date,
  license_code_namirial text,
  device_label text,
  device_name text,
  status text NOT NULL CHECK (status IN ('ACTIVATED', 'DRAFT', 'EXPIRED', 'DELETED')),
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX activation_license ON activation (license_id);
CREATE INDEX activation_hst ON activation (hst, status);

ALTER TABLE ledger_entry ADD COLUMN holder text;
CREATE INDEX ledger_entry_holder ON ledger_entry (holder) WHERE holder IS NOT NULL;

-- Bytes that each document takes up now: what the ledger's sums by holder must equal (P-12, P-14).
CREATE VIEW document_space AS
  SELECT 'document:' || id AS holder, legal_entity, 'DISK_SPACE' AS kind, file_size AS amount
    FROM document WHERE deleted_date IS NULL AND file_size > 0
  UNION ALL
  SELECT 'document:' || id, legal_entity, 'STRONGDOX_SPACE', file_size
    FROM document WHERE deleted_date IS NULL AND file_size > 0 AND archivable AND status IN ('PRIVACY_UPDATING', 'SIGNED', 'FINISH');

INSERT INTO ledger_entry (legal_entity, kind, amount, cause, created_date, holder)
  SELECT legal_entity, kind, amount, holder || ':1', now(), holder FROM document_space;
INSERT INTO quota (legal_entity, kind, used)
  SELECT legal_entity, kind, sum(amount) FROM ledger_entry GROUP BY legal_entity, kind;

-- Tutorial videos (specification §3 Video).
CREATE TABLE video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position integer NOT NULL,
  title text NOT NULL,
  external_id text NOT NULL,
  description text,
  -- seconds
  duration integer,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);

-- Answers of creating calls by the key their caller chose, so that a repeated call creates nothing twice.
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  -- method and path
  endpoint text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the request's query and body: the same key with another request is refused
  request_sha256 text NOT NULL,
  -- SHA-256 of the caller's roles, dealers and permissions: the answer is given again only while they are the same
  rights_sha256 text NOT NULL,
  status integer,
  -- JSON of the answer; null only inside the transaction that makes it
  answer text,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (user_id, endpoint, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_date);

-- Lists and searches of customers.
ALTER TABLE dossier ADD COLUMN customer_text text COLLATE "C", SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Names in both orders, then the company: what a customer is found by.
CREATE FUNCTION customer_names(first_name text, last_name text, organization_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT first_name || ' ' || last_name || ' ' || first_name || coalesce(E'\n' || organization_name, '')
$$;

CREATE FUNCTION dossier_derive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.customer_text := left(search_form(coalesce(NEW.organization_name, NEW.first_name || ' ' || NEW.last_name)), 120);
  NEW.search_text := search_form(concat_ws(E'\n', customer_names(NEW.first_name, NEW.last_name, NEW.organization_name),
    NEW.fiscal_code, NEW.email, NEW.mobile_phone, replace(NEW.mobile_phone, ' ', ''), NEW.business_id));
  RETURN NEW;
END
$$;
CREATE TRIGGER dossier_derives BEFORE INSERT OR UPDATE OF
  first_name, last_name, organization_name, fiscal_code, email, mobile_phone, business_id, search_text, customer_text ON dossier
  FOR EACH ROW EXECUTE FUNCTION dossier_derive();

UPDATE dossier SET customer_text = '';
ALTER TABLE dossier ALTER COLUMN customer_text SET NOT NULL;
DROP INDEX dossier_scope;
CREATE INDEX dossier_scope ON dossier (hst, id) INCLUDE (legal_entity, status);
CREATE INDEX dossier_open ON dossier (id) INCLUDE (hst, legal_entity) WHERE status = 'OPEN';
CREATE INDEX dossier_recent ON dossier (hst, last_modified_date, id) INCLUDE (legal_entity, status);
CREATE INDEX dossier_modified ON dossier (last_modified_date, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_created ON dossier (created_date, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_customer ON dossier (customer_text, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_creator ON dossier (created_by, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_search ON dossier USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);

-- Lists and searches of folders.
ALTER TABLE folder ADD COLUMN customer_text text COLLATE "C", SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE FUNCTION folder_derive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE customer record;
BEGIN
  SELECT customer_text, customer_names(first_name, last_name, organization_name) AS names INTO customer
    FROM dossier WHERE id = NEW.dossier_id;
  NEW.customer_text := coalesce(customer.customer_text, '');
  NEW.search_text := search_form(concat_ws(E'\n', customer.names, NEW.business_id, NEW.plate, NEW.vin));
  RETURN NEW;
END
$$;
CREATE TRIGGER folder_derives BEFORE INSERT OR UPDATE OF dossier_id, business_id, plate, vin, search_text, customer_text ON folder
  FOR EACH ROW EXECUTE FUNCTION folder_derive();

UPDATE folder SET customer_text = '';
ALTER TABLE folder ALTER COLUMN customer_text SET NOT NULL;
DROP INDEX folder_scope;
CREATE INDEX folder_scope ON folder (hst, id) INCLUDE (legal_entity, brand, type, status);
CREATE INDEX folder_open ON folder (id) INCLUDE (hst, legal_entity, brand, type) WHERE status = 'OPEN';
CREATE INDEX folder_recent ON folder (hst, last_modified_date, id) INCLUDE (legal_entity, brand, type, status);
CREATE INDEX folder_modified ON folder (last_modified_date, id) INCLUDE (hst, legal_entity, brand, type, status);
CREATE INDEX folder_created ON folder (created_date, id) INCLUDE (hst, legal_entity, brand, type, status);
CREATE INDEX folder_process ON folder (process_date, id) INCLUDE (hst, legal_entity, brand, type, status);
CREATE INDEX folder_customer ON folder (customer_text, id) INCLUDE (hst, legal_entity, brand, type, status);
CREATE INDEX folder_creator ON folder (created_by, id) INCLUDE (hst, legal_entity, brand, type, status);
CREATE INDEX folder_search ON folder USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX folder_notes ON folder USING gin (search_form(notes) gin_trgm_ops) WITH (fastupdate = off) WHERE notes IS NOT NULL;

-- Lists and searches of documents.
ALTER TABLE document SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
DROP INDEX document_scope, document_open, document_folder;
CREATE INDEX document_folder ON document (folder_id, id) INCLUDE (status, deleted_date);
CREATE INDEX document_scope ON document (hst, id) INCLUDE (legal_entity, brand, folder_type, status, last_modified_date)
  WHERE deleted_date IS NULL;
CREATE INDEX document_modified ON document (last_modified_date, id) INCLUDE (hst, legal_entity, brand, folder_type, status)
  WHERE deleted_date IS NULL;
-- whatever is neither signed nor finished
CREATE INDEX document_open ON document (legal_entity, id) INCLUDE (hst, brand, folder_type, status, last_modified_date)
  WHERE status IN ('DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'PRIVACY_UPDATING', 'EXPIRED')
    AND deleted_date IS NULL;

-- What lists search and sort by and no signature changes: apart from document, so that a change of status pays for none of
-- these indexes. One row for each document that is not hidden, kept by triggers.
CREATE TABLE document_search (
  document_id bigint NOT NULL,
  folder_id bigint NOT NULL,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL,
  folder_type text NOT NULL,
  -- both in the form of search_form; the order of these columns is that of code points, on every installation
  name_text text COLLATE "C" NOT NULL,
  customer_text text COLLATE "C" NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (document_id) INCLUDE (hst, legal_entity, brand, folder_type)
) WITH (fillfactor = 95, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);

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

-- A customer's new name, a folder's new brand: whoever repeats them follows in the same transaction.
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

INSERT INTO document_search
  SELECT id, folder_id, hst, legal_entity, brand, folder_type, search_form(coalesce(file_name, '')),
    left(search_form(customer_name), 120), created_by, created_date
  FROM document WHERE deleted_date IS NULL;
CREATE INDEX document_search_folder ON document_search (folder_id, document_id);
CREATE INDEX document_search_scope ON document_search (hst, document_id) INCLUDE (legal_entity, brand, folder_type, name_text);
CREATE INDEX document_search_name ON document_search (name_text, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_customer ON document_search (customer_text, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_created ON document_search (created_date, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_creator ON document_search (created_by, document_id) INCLUDE (hst, legal_entity, brand, folder_type);
CREATE INDEX document_search_trgm ON document_search USING gin (name_text gin_trgm_ops) WITH (fastupdate = off);

-- How many documents, folders and customers there are, by what lists are narrowed to. Writers only append to counter_delta;
-- one task folds it into the cells. A total is the sum over both in one statement, exact in every snapshot.
CREATE TABLE counter (
  kind text NOT NULL CHECK (kind IN ('document', 'folder', 'dossier')),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  -- empty for customers, who have neither brand nor type here
  brand text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (kind, hst, legal_entity, brand, type, status)
) WITH (fillfactor = 50);

-- The same without the dealer: totals of those who see every dealer.
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

-- What the cells should say, from the rows themselves.
CREATE VIEW counter_actual AS
  SELECT 'document' AS kind, hst, legal_entity, brand, folder_type AS type, status, count(*) AS n
    FROM document WHERE deleted_date IS NULL GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT 'folder', hst, legal_entity, brand, type, status, count(*) FROM folder GROUP BY 2, 3, 4, 5, 6
  UNION ALL
  SELECT 'dossier', hst, legal_entity, '', '', status, count(*) FROM dossier GROUP BY 2, 3, 6;

-- The triggers above hold off other writers until this commits: what is counted here is all there is.
INSERT INTO counter SELECT * FROM counter_actual;
INSERT INTO counter_entity SELECT kind, legal_entity, brand, type, status, sum(n) FROM counter GROUP BY 1, 2, 3, 4, 5;
