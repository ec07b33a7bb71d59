-- The customer's dossier. Scoped by dealer only.
CREATE TABLE dossier (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brands text[] NOT NULL,
  business_id text,
  original_account_source text,
  status text NOT NULL CHECK (status IN ('OPEN', 'DELETED')),
  search_type text CHECK (search_type IN ('RSP', 'DMS')),
  rsp_search_type text CHECK (rsp_search_type IN ('ORGANIZATION', 'INDIVIDUAL')),
  dossier_type text CHECK (dossier_type IN ('existing', 'new')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization_id text,
  organization_name text,
  representative_fiscal_code text,
  mobile_phone text NOT NULL,
  email text NOT NULL,
  birth_date date,
  birth_place text,
  fiscal_code text,
  street text NOT NULL,
  address text,
  city text NOT NULL,
  postal_code text NOT NULL,
  -- the customer's data in the dealer's management system and in the manufacturer's directory
  dms_first_name text,
  dms_last_name text,
  dms_company_name text,
  dms_phone text,
  dms_address text,
  dms_city text,
  dms_postal_code text,
  rsp_first_name text,
  rsp_last_name text,
  rsp_company_name text,
  rsp_phone text,
  rsp_address text,
  rsp_city text,
  rsp_postal_code text,
  number_of_folders integer NOT NULL DEFAULT 0,
  activations_count integer NOT NULL DEFAULT 0,
  sync_status text CHECK (sync_status IN ('TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED')),
  last_sync timestamptz,
  -- when a synchronization job was queued; null while none is needed
  sync_queued_date timestamptz,
  -- names, fiscal code, e-mail, phone and business id in the form of search_form, for the generic filter
  search_text text NOT NULL,
  -- company, else first and last name, in the same form, for sorting lists
  customer_text text COLLATE "C" NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX dossier_scope ON dossier (hst, id) INCLUDE (legal_entity, status);
CREATE INDEX dossier_open ON dossier (id) INCLUDE (hst, legal_entity) WHERE status = 'OPEN';
CREATE INDEX dossier_recent ON dossier (hst, last_modified_date, id) INCLUDE (legal_entity, status);
CREATE INDEX dossier_modified ON dossier (last_modified_date, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_created ON dossier (created_date, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_customer ON dossier (customer_text, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_creator ON dossier (created_by, id) INCLUDE (hst, legal_entity, status);
CREATE INDEX dossier_search ON dossier USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);
-- the few dossiers that wait for RSP
CREATE INDEX dossier_sync ON dossier (id) WHERE sync_status IN ('TO_SYNC', 'SYNCING');

-- Names in both orders, then the company, for finding a customer. Names with an apostrophe are also included without
-- it.
CREATE FUNCTION customer_names(first_name text, last_name text, organization_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT names || CASE WHEN names ~ '[`’‘ʼ‛′ʹʻʾʿ＇''´]' THEN E'\n' || regexp_replace(names, '[`’‘ʼ‛′ʹʻʾʿ＇''´]', '', 'g') ELSE '' END
  FROM (SELECT first_name || ' ' || last_name || ' ' || first_name || coalesce(E'\n' || organization_name, '') AS names) AS written
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
