--! breaking
-- An archive may be sold for several signature types (specification §3 "STRONGDOX_SPACE: same plus signature types").
ALTER TABLE service ADD COLUMN signature_types text[] NOT NULL DEFAULT '{}' CHECK (signature_types <@ ARRAY['FEA', 'FES']);
UPDATE service SET signature_types = ARRAY[signature_type] WHERE signature_type IS NOT NULL;
ALTER TABLE service ALTER COLUMN signature_types DROP DEFAULT;
ALTER TABLE service DROP COLUMN signature_type;
