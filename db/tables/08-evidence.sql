-- The audit trail: one hash chain per document. Rows are written once; the database itself refuses any change.
CREATE TABLE evidence_chain (
  subject text PRIMARY KEY,
  last_seq bigint NOT NULL,
  last_hash text NOT NULL
);

CREATE TABLE evidence_event (
  subject text NOT NULL REFERENCES evidence_chain (subject),
  seq bigint NOT NULL,
  type text NOT NULL,
  -- the canonical JSON that was hashed (RFC 8785), stored as text so that no column type can change a byte of it
  body text NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  created_date timestamptz NOT NULL,
  PRIMARY KEY (subject, seq)
);

CREATE FUNCTION evidence_event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence_event is append-only';
END
$$;
CREATE TRIGGER evidence_event_append_only BEFORE UPDATE OR DELETE ON evidence_event
  FOR EACH ROW EXECUTE FUNCTION evidence_event_refuse_change();
CREATE TRIGGER evidence_event_no_truncate BEFORE TRUNCATE ON evidence_event
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_event_refuse_change();

-- A chain only grows: its head advances by one event at a time and is never deleted.
CREATE FUNCTION evidence_chain_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.subject = OLD.subject AND NEW.last_seq = OLD.last_seq + 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence_chain only grows';
END
$$;
CREATE TRIGGER evidence_chain_grows BEFORE UPDATE OR DELETE ON evidence_chain
  FOR EACH ROW EXECUTE FUNCTION evidence_chain_only_grows();
