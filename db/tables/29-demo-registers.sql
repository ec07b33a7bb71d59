-- The demo's register of consents, in place of a controller's own system: the newest choice for each customer, purpose
-- and channel. Only its adapter writes and reads it, never in production.
CREATE TABLE demo_register_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the key in the controller's directory, otherwise the codice fiscale
  customer text NOT NULL,
  purpose text NOT NULL,
  channel text NOT NULL,
  choice text NOT NULL,
  text_version text,
  text_sha256 text,
  language text NOT NULL,
  -- when the person chose: an older choice that arrives later changes nothing
  given_date timestamptz NOT NULL,
  withdrawn_via text
);
CREATE UNIQUE INDEX demo_register_entry_once ON demo_register_entry (customer, purpose, channel);
