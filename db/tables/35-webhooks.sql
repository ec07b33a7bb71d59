-- Webhooks: which external systems are notified of documents, of which events, and the result of each delivery.
CREATE TABLE webhook (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  description text NOT NULL,
  -- types of events; null: all
  events text[],
  -- documents of these dealers; null: of all dealers
  hsts text[],
  -- login: documents created by this account; null: by any
  account text,
  enabled boolean NOT NULL,
  -- consecutive failed attempts, of any delivery
  failures integer NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  last_modified_by text NOT NULL,
  last_modified_date timestamptz NOT NULL
);

CREATE TABLE webhook_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhook (id),
  -- AES-256-GCM under a key of the installation
  sealed text NOT NULL,
  created_date timestamptz NOT NULL,
  -- null: the current one; until this date deliveries are also signed with this one
  ends_date timestamptz
);
CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret (webhook_id) WHERE ends_date IS NULL;

-- Events, written in the transaction of the change, and only while a webhook is enabled: only ids and statuses.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('created', 'changed', 'deleted', 'test')),
  -- all null for a test
  document_id bigint,
  folder_id bigint,
  dossier_id bigint,
  hst text,
  status text,
  -- the status before; null for a new document
  was text,
  reason text,
  created_by text,
  occurred_date timestamptz NOT NULL,
  -- when its deliveries were created; null: not yet
  spread_date timestamptz
);
CREATE INDEX webhook_event_new ON webhook_event (id) WHERE spread_date IS NULL;

CREATE TABLE webhook_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhook (id),
  event_id bigint NOT NULL REFERENCES webhook_event (id),
  -- the same at each attempt, so that the receiver detects duplicates
  message_id text NOT NULL UNIQUE,
  type text NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'DELIVERED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  created_date timestamptz NOT NULL,
  -- of a pending delivery: the next attempt is not before due_date, the last not after deadline
  due_date timestamptz,
  deadline timestamptz NOT NULL,
  ended_date timestamptz,
  UNIQUE (event_id, webhook_id),
  CONSTRAINT webhook_delivery_waiting CHECK ((state = 'WAITING') = (due_date IS NOT NULL)),
  CONSTRAINT webhook_delivery_ended CHECK ((state = 'WAITING') = (ended_date IS NULL))
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_date) WHERE state = 'WAITING';
CREATE INDEX webhook_delivery_listed ON webhook_delivery (webhook_id, id);

CREATE TABLE webhook_attempt (
  delivery_id bigint NOT NULL REFERENCES webhook_delivery (id) ON DELETE CASCADE,
  -- from 1
  number integer NOT NULL,
  attempted_date timestamptz NOT NULL,
  milliseconds integer NOT NULL,
  -- HTTP status; null when there was no answer
  status integer,
  outcome text NOT NULL CHECK (outcome IN ('delivered', 'refused', 'redirect', 'address', 'unreachable', 'tls', 'timeout')),
  -- the beginning of the answer, or the error
  words text NOT NULL,
  PRIMARY KEY (delivery_id, number)
);

CREATE FUNCTION webhook_event_of_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (kind, document_id, folder_id, dossier_id, hst, status, was, reason, created_by, occurred_date)
    SELECT 'created', id, folder_id, dossier_id, hst, status, NULL, NULL, created_by, clock_timestamp() FROM new_rows
    WHERE EXISTS (SELECT 1 FROM webhook WHERE enabled);
  RETURN NULL;
END
$$;
CREATE TRIGGER document_inserted_webhook AFTER INSERT ON document
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_event_of_insert();

CREATE FUNCTION webhook_event_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (kind, document_id, folder_id, dossier_id, hst, status, was, reason, created_by, occurred_date)
    SELECT CASE WHEN OLD.deleted_date IS NULL AND NEW.deleted_date IS NOT NULL THEN 'deleted' ELSE 'changed' END,
      NEW.id, NEW.folder_id, NEW.dossier_id, NEW.hst, NEW.status, OLD.status, NEW.status_reason, NEW.created_by, clock_timestamp()
    WHERE EXISTS (SELECT 1 FROM webhook WHERE enabled);
  RETURN NULL;
END
$$;
CREATE TRIGGER document_changed_webhook AFTER UPDATE OF status, deleted_date ON document FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR (OLD.deleted_date IS NULL AND NEW.deleted_date IS NOT NULL))
  EXECUTE FUNCTION webhook_event_of_change();
