-- Trigrams: texts are found by any part of them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What this database is: its mode is remembered for ever, so that demo data never starts in production (P-1).
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  created_date timestamptz NOT NULL
);
