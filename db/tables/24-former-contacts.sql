-- Replaced telephones and addresses, until the person reached there has been notified; then the row is deleted.
CREATE TABLE former_contact (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  -- the dealer in whose name the notice is sent
  hst text NOT NULL,
  phone text,
  email text,
  -- the last digits of the new number
  new_phone text,
  created_date timestamptz NOT NULL,
  CONSTRAINT former_contact_something CHECK (phone IS NOT NULL OR email IS NOT NULL)
);
