--! compatible
-- The national company, controller of its own privacy form, is no legal entity of dealers: its data has a scope of its own (P-9, D-6).

-- legal_entity null: the national company
ALTER TABLE paper_version DROP CONSTRAINT paper_version_scope;
ALTER TABLE paper_version ADD CONSTRAINT paper_version_scope CHECK (CASE kind
  WHEN 'CLAUSES' THEN document_type IS NOT NULL AND language IS NOT NULL AND version IS NOT NULL
  ELSE document_type IS NULL AND language IS NULL AND version IS NULL END);
