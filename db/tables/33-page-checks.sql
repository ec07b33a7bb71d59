-- What two drawing engines showed of the pages of an uploaded file, kept by the hash of its content.
CREATE TABLE page_check (
  -- SHA-256 of the stored file; the file may be gone
  content_hash text PRIMARY KEY,
  pages integer NOT NULL,
  -- pages drawn so far, from the first
  drawn integer NOT NULL,
  -- why the file may not be signed, with the page, from 1, and both drawings, a PNG in base64
  finding text,
  page integer,
  picture text,
  created_date timestamptz NOT NULL,
  -- SHA-256 of PDFium's picture of each page drawn so far, from the first; NULL for files from before they were kept
  fingerprints text[],
  CHECK (drawn BETWEEN 0 AND pages),
  CHECK ((finding IS NULL) = (page IS NULL))
);
