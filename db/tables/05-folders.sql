-- One deal or job of a customer (specification §3 Folder). Scope columns are copied from the dossier: lists never join to decide visibility.
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
  -- lower-cased customer, business id, plate and vin
  search_text text NOT NULL,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
CREATE INDEX folder_scope ON folder (hst, id) INCLUDE (brand, type, status);
CREATE INDEX folder_dossier ON folder (dossier_id);

-- Which document types exist in which folder type and what they ask for (P-16): one row, loaded from a validated file.
CREATE TABLE folder_type_configuration (
  version bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  configuration jsonb NOT NULL,
  loaded_by text,
  loaded_date timestamptz NOT NULL
);
