-- The result of drawing the pages of an uploaded file with two engines, keyed by the hash of its content.
CREATE TABLE page_check (
  -- SHA-256 of the stored file, which may no longer exist
  content_hash text PRIMARY KEY,
  pages integer NOT NULL,
  -- pages drawn so far, from the first
  drawn integer NOT NULL,
  -- why the file may not be signed, with the page (from 1) and both drawings as PNG in base64
  finding text,
  page integer,
  picture text,
  created_date timestamptz NOT NULL,
  -- SHA-256 of PDFium's picture of each page drawn so far, from the first; NULL for files checked before these were
  -- stored
  fingerprints text[],
  CHECK (drawn BETWEEN 0 AND pages),
  CHECK ((finding IS NULL) = (page IS NULL))
);
