-- Legal entities and dealers: a cached copy of the tools service's list. Rows are never deleted: customers, folders and
-- papers refer to them.
CREATE TABLE legal_entity (
  code text PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE dealer (
  hst text PRIMARY KEY,
  legal_entity text NOT NULL REFERENCES legal_entity (code),
  name text NOT NULL,
  nome_commerciale text NOT NULL,
  ragione_sociale text NOT NULL,
  indirizzo text NOT NULL,
  citta text NOT NULL,
  provincia text NOT NULL,
  tipo_auto text NOT NULL,
  tipo_bmwi text NOT NULL,
  tipo_mini text NOT NULL,
  tipo_moto text NOT NULL,
  -- since when the tools service no longer lists it
  gone_date timestamptz
);
CREATE INDEX dealer_legal_entity ON dealer (legal_entity);

-- When the copy was last read from the tools service, and until when the node that is reading it now holds its claim.
CREATE TABLE dealer_refresh (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  refreshed_date timestamptz,
  claimed_until timestamptz
);
