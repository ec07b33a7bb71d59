--! compatible
-- The demo's register of consents was in the memory of one process: lost with it, and another on every node.
CREATE TABLE demo_register_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer text NOT NULL,
  purpose text NOT NULL,
  channel text NOT NULL,
  choice text NOT NULL,
  text_version text,
  text_sha256 text,
  language text NOT NULL,
  given_date timestamptz NOT NULL,
  withdrawn_via text
);
CREATE UNIQUE INDEX demo_register_entry_once ON demo_register_entry (customer, purpose, channel);
