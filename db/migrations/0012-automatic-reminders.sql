--! compatible
-- Open sessions whose signers the product reminds by itself, and when next (D-48); none when no moment is left.
CREATE TABLE session_reminder (
  session_id bigint PRIMARY KEY REFERENCES signing_session (id),
  next_date timestamptz NOT NULL
);
CREATE INDEX session_reminder_next ON session_reminder (next_date);
INSERT INTO session_reminder SELECT id, expires_date - interval '4 hours' FROM signing_session WHERE state = 'OPEN';
-- what the sweeps look for, however many signatures there were
CREATE INDEX signing_session_expiry ON signing_session (expires_date) WHERE state = 'OPEN';
CREATE INDEX signing_session_unfinished ON signing_session (id) WHERE state IN ('PREPARING', 'COMPLETING');
