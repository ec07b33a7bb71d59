-- The same link sent once more because somebody asked for it (P-19) or its time had come (D-48): one row a request, so that a retried job sends nothing twice.
CREATE TABLE link_reminder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  -- a login, or 'system' for one that nobody asked for
  requested_by text NOT NULL,
  requested_date timestamptz NOT NULL,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text,
  channel text NOT NULL DEFAULT 'EMAIL' CHECK (channel IN ('EMAIL', 'SMS'))
);
CREATE INDEX link_reminder_signer ON link_reminder (signer_id, id);
CREATE INDEX link_reminder_queued ON link_reminder (id) WHERE delivery = 'QUEUED';

-- Open sessions whose signers the product reminds by itself, and when next (D-48); none when no moment is left.
CREATE TABLE session_reminder (
  session_id bigint PRIMARY KEY REFERENCES signing_session (id),
  next_date timestamptz NOT NULL
);
CREATE INDEX session_reminder_next ON session_reminder (next_date);
