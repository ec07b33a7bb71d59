--! compatible
-- Where uploaded documents are signed, as people chose it (P-6).
CREATE TABLE signature_place (
  document_id bigint PRIMARY KEY REFERENCES document (id),
  -- the file that was looked at: the choice is for no other
  file_sha256 text NOT NULL,
  -- a list of point, page and box; a point that is not in it stands on the added page
  places jsonb NOT NULL,
  chosen_by text NOT NULL,
  chosen_date timestamptz NOT NULL
);

-- The same for the next files of a type at a dealer, while their pages are as many, as large and turned the same way.
CREATE TABLE remembered_place (
  hst text NOT NULL,
  document_type text NOT NULL,
  -- SHA-256 over number, sizes and rotations of the pages
  shape_sha256 text NOT NULL,
  places jsonb NOT NULL,
  chosen_by text NOT NULL,
  chosen_date timestamptz NOT NULL,
  PRIMARY KEY (hst, document_type, shape_sha256)
);
