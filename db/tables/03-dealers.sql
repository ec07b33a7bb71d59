-- Legal entities and dealers: a cached copy of what the tools service says (specification §3 Dealer).
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
  tipo_moto text NOT NULL
);
CREATE INDEX dealer_legal_entity ON dealer (legal_entity);
