-- Texts and data of papers, in versions: clauses of a type, data of a legal entity or of the national company. Written
-- by one administrator, published by another; a published version is never changed.
CREATE TABLE paper_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('CLAUSES', 'COMPANY')),
  -- null: clauses for every legal entity without clauses of its own; data of the national company
  legal_entity text REFERENCES legal_entity (code),
  document_type text,
  language text CHECK (language IN ('it', 'en', 'de')),
  -- printed in the footer of the paper
  version text,
  state text NOT NULL CHECK (state IN ('DRAFT', 'SUBMITTED', 'PUBLISHED', 'SUPERSEDED')),
  content jsonb NOT NULL,
  -- SHA-256 over scope, version and content, set on submission
  digest text,
  note text,
  -- logins of all authors: none of them may publish it
  authors text[] NOT NULL,
  submitted_by text,
  submitted_date timestamptz,
  published_by text,
  published_date timestamptz,
  superseded_date timestamptz,
  -- the last time it was returned, and why
  returned_by text,
  returned_date timestamptz,
  return_reason text,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  last_modified_by text NOT NULL,
  last_modified_date timestamptz NOT NULL,
  CONSTRAINT paper_version_scope CHECK (CASE kind
    WHEN 'CLAUSES' THEN document_type IS NOT NULL AND language IS NOT NULL AND version IS NOT NULL
    ELSE document_type IS NULL AND language IS NULL AND version IS NULL END),
  CONSTRAINT paper_version_submitted CHECK ((state = 'DRAFT') = (digest IS NULL) AND (state = 'DRAFT') = (submitted_by IS NULL)),
  CONSTRAINT paper_version_published CHECK ((state IN ('PUBLISHED', 'SUPERSEDED')) = (published_by IS NOT NULL)),
  CONSTRAINT paper_version_four_eyes CHECK (published_by IS NULL OR (published_by <> ALL (authors) AND published_by <> submitted_by))
);
-- per scope, one version in progress and one in force
CREATE UNIQUE INDEX paper_version_open ON paper_version
  (kind, coalesce(document_type, ''), coalesce(language, ''), coalesce(legal_entity, '')) WHERE state IN ('DRAFT', 'SUBMITTED');
CREATE UNIQUE INDEX paper_version_holds ON paper_version
  (kind, coalesce(document_type, ''), coalesce(language, ''), coalesce(legal_entity, '')) WHERE state = 'PUBLISHED';
CREATE UNIQUE INDEX paper_version_label ON paper_version
  (document_type, language, coalesce(legal_entity, ''), lower(version)) WHERE kind = 'CLAUSES';

CREATE FUNCTION paper_version_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves text[] := ARRAY['state', 'superseded_date'];
  answers text[] := ARRAY['state', 'digest', 'submitted_by', 'submitted_date', 'published_by', 'published_date',
    'returned_by', 'returned_date', 'return_reason', 'last_modified_by', 'last_modified_date'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'DRAFT' THEN RAISE EXCEPTION 'paper_version: only drafts are removed'; END IF;
    RETURN OLD;
  END IF;
  IF (OLD.state IN ('PUBLISHED', 'SUPERSEDED') AND (OLD.state = 'SUPERSEDED' OR NEW.state <> 'SUPERSEDED'
        OR to_jsonb(NEW) - moves <> to_jsonb(OLD) - moves))
    OR (OLD.state = 'SUBMITTED' AND (NEW.state NOT IN ('DRAFT', 'PUBLISHED') OR to_jsonb(NEW) - answers <> to_jsonb(OLD) - answers
        OR (NEW.state = 'PUBLISHED' AND NEW.digest <> OLD.digest)))
    OR (OLD.state = 'DRAFT' AND NEW.state NOT IN ('DRAFT', 'SUBMITTED'))
  THEN RAISE EXCEPTION 'paper_version: what was submitted is published or sent back as it is'; END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER paper_version_kept BEFORE UPDATE OR DELETE ON paper_version
  FOR EACH ROW EXECUTE FUNCTION paper_version_keep();

CREATE FUNCTION paper_version_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'paper_version is never emptied';
END
$$;
CREATE TRIGGER paper_version_no_truncate BEFORE TRUNCATE ON paper_version
  FOR EACH STATEMENT EXECUTE FUNCTION paper_version_refuse_truncate();
