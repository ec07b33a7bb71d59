-- The same link sent again on request or because a reminder was due: one row per request, so that a retried job sends
-- nothing twice.
CREATE TABLE link_reminder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id bigint NOT NULL REFERENCES signer (id),
  link_epoch integer NOT NULL,
  -- a login, or 'system' for an automatic reminder
  requested_by text NOT NULL,
  requested_date timestamptz NOT NULL,
  delivery text NOT NULL CHECK (delivery IN ('QUEUED', 'SENT', 'FAILED')),
  provider_id text,
  channel text NOT NULL DEFAULT 'EMAIL' CHECK (channel IN ('EMAIL', 'SMS'))
);
CREATE INDEX link_reminder_signer ON link_reminder (signer_id, id);
CREATE INDEX link_reminder_queued ON link_reminder (id) WHERE delivery = 'QUEUED';

-- Open signing sessions whose signers are reminded automatically, and when next; no row when no reminder is left.
CREATE TABLE session_reminder (
  session_id bigint PRIMARY KEY REFERENCES signing_session (id),
  next_date timestamptz NOT NULL
);
CREATE INDEX session_reminder_next ON session_reminder (next_date);
