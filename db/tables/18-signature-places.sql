-- Signature fields of uploaded documents, as chosen by users.
CREATE TABLE signature_place (
  document_id bigint PRIMARY KEY REFERENCES document (id),
  -- the file for which the choice was made: it applies to no other
  file_sha256 text NOT NULL,
  -- a list of point, page and box; a point that is not in it is on the added page
  places jsonb NOT NULL,
  chosen_by text NOT NULL,
  chosen_date timestamptz NOT NULL
);

-- The same for later files of a type at a dealer, while the number, sizes and rotations of their pages are equal.
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
