--! compatible
-- Derived from the installation's secret: a start with another one is refused before anything is read with it.
ALTER TABLE installation ADD COLUMN secret_check bytea CHECK (octet_length(secret_check) = 32);
