-- The messages that the demo would have sent: storage of the demo's SMS and mail gateways, never used in production.
CREATE TABLE demo_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  recipient text NOT NULL,
  text text NOT NULL,
  created_date timestamptz NOT NULL
);
CREATE INDEX demo_outbox_recipient ON demo_outbox (recipient, id);
