-- Each user's notifications about signatures: one per event, kept for 30 days, the same on every device.
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  kind text NOT NULL CHECK (kind IN ('signed', 'sealedLate', 'customerSigned', 'yourTurn', 'declined', 'wrongRecipient', 'locked', 'expired', 'failed')),
  session_id bigint NOT NULL REFERENCES signing_session (id),
  -- the first document of the signature, and their number; names are read from the document, for users who may still
  -- see it
  document_id bigint NOT NULL REFERENCES document (id),
  documents integer NOT NULL,
  created_date timestamptz NOT NULL,
  read_date timestamptz,
  UNIQUE (user_id, session_id, kind)
);
CREATE INDEX notification_listed ON notification (user_id, id);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_date IS NULL;
CREATE INDEX notification_created ON notification (created_date);

-- A user without a row receives the mails.
CREATE TABLE notification_setting (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  mails boolean NOT NULL
);

-- Makes every page of the user refetch them, on every node.
CREATE FUNCTION notification_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'notification', 'id', user_id)::text)
  FROM (SELECT DISTINCT user_id FROM told) AS whose;
  RETURN NULL;
END
$$;
CREATE TRIGGER notification_inserts_told AFTER INSERT ON notification
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION notification_told();
CREATE TRIGGER notification_updates_told AFTER UPDATE ON notification
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION notification_told();
