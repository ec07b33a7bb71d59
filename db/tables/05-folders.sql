-- One deal or job of a customer. Scope columns are copied from the dossier: lists never join to decide visibility.
CREATE TABLE folder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  hst text NOT NULL,
  legal_entity text NOT NULL,
  brand text NOT NULL CHECK (brand IN ('bmw', 'bmwi', 'mini', 'moto')),
  type text NOT NULL CHECK (type IN ('PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST')),
  status text NOT NULL CHECK (status IN ('OPEN', 'CLOSED', 'DELETED')),
  business_id text,
  process_date timestamptz,
  account_source text,
  plate text,
  vin text CHECK (length(vin) = 17),
  job_id text,
  notes text,
  number_of_documents integer NOT NULL DEFAULT 0,
  -- customer, business id, plate and vin in the form of search_form
  search_text text NOT NULL,
  -- copied from the customer, for sorting lists
  customer_text text COLLATE "C" NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX folder_dossier ON folder (dossier_id);
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

-- A number without its separators, and also without the leading zeros of its parts: "PV-1-0230" as "pv10230" and
-- "pv1230"; null if it is already written that way.
CREATE FUNCTION number_forms(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(concat_ws(E'\n', nullif(compact, form), nullif(short, compact)), '')
  FROM (SELECT form, regexp_replace(form, '[^[:alnum:]]+', '', 'g') AS compact,
      regexp_replace(regexp_replace(form, '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '[^[:alnum:]]+', '', 'g') AS short
    FROM (SELECT search_form($1) AS form) AS written) AS forms
$$;

CREATE FUNCTION folder_derive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE customer record;
BEGIN
  SELECT customer_text, customer_names(first_name, last_name, organization_name) AS names INTO customer
    FROM dossier WHERE id = NEW.dossier_id;
  NEW.customer_text := coalesce(customer.customer_text, '');
  NEW.search_text := search_form(concat_ws(E'\n', customer.names, NEW.business_id, number_forms(NEW.business_id), NEW.plate, NEW.vin));
  RETURN NEW;
END
$$;
CREATE TRIGGER folder_derives BEFORE INSERT OR UPDATE OF dossier_id, business_id, plate, vin, search_text, customer_text ON folder
  FOR EACH ROW EXECUTE FUNCTION folder_derive();

-- The document types of each folder type and their requirements: one row for each version loaded from a validated file;
-- the newest is in force.
CREATE TABLE folder_type_configuration (
  version bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  configuration jsonb NOT NULL,
  loaded_by text,
  loaded_date timestamptz NOT NULL
);
