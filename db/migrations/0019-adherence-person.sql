--! compatible
-- An adherence is of whoever its module names, not of whoever uses the same codice fiscale later (D-1, D-5). A server of the
-- version before writes none of this: its adherences are compared by the codice fiscale alone, as before.
ALTER TABLE fea_adherence
  ADD COLUMN first_name text,
  ADD COLUMN last_name text,
  ADD COLUMN birth_date date,
  ADD COLUMN birth_place text,
  ADD COLUMN mobile_phone text,
  ADD CONSTRAINT fea_adherence_named CHECK ((first_name IS NULL) = (last_name IS NULL));
-- Those that are there: as the signer of the module's signature was named and called.
UPDATE fea_adherence SET first_name = signer.first_name, last_name = signer.last_name, mobile_phone = signer.phone
  FROM signed_document, signer
 WHERE signed_document.id = fea_adherence.signed_document_id
   AND signer.session_id = signed_document.session_id AND signer.role = 'customer' AND signer.position = 1;
