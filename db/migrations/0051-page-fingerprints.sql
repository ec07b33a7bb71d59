--! compatible
-- What PDFium drew of each page of an uploaded file, so that at preparation the prepared file only is drawn.
ALTER TABLE page_check ADD COLUMN fingerprints text[];
