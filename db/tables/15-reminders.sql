-- The same link sent once more because somebody asked for it (P-19): one row a request, so that a retried job sends nothing twice.
CREATE TABLE link_reminder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  requested_by text NOT NULL,
  requested_date timestamptz NOT NULL,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text
);
CREATE INDEX link_reminder_signer ON link_reminder (signer_id, id);
CREATE INDEX link_reminder_queued ON link_reminder (id) WHERE delivery = 'QUEUED';
