-- Telephones and addresses that were replaced, until whoever was reached there has been told (D-45): then the row goes.
CREATE TABLE former_contact (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  -- the dealer in whose name it is told
  hst text NOT NULL,
  phone text,
  email text,
  -- the last digits of the number that took its place
  new_phone text,
  created_date timestamptz NOT NULL,
  CONSTRAINT former_contact_something CHECK (phone IS NOT NULL OR email IS NOT NULL)
);
