-- The tree over the events of all chains (RFC 9162) and its signed heads. Rows are written once; only the queue is
-- emptied.

-- Events not yet added as leaves, in an order that keeps the order within each chain.
CREATE TABLE evidence_pending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  seq bigint NOT NULL
);

-- The number of leaves; a transaction that adds leaves locks this row, so that the tree cannot fork.
CREATE TABLE evidence_tree (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  size bigint NOT NULL
);

CREATE TABLE evidence_leaf (
  position bigint PRIMARY KEY,
  subject text NOT NULL,
  seq bigint NOT NULL,
  -- SHA-256(0x00 || hash of the event)
  hash text NOT NULL
);
CREATE UNIQUE INDEX evidence_leaf_event ON evidence_leaf (subject, seq);

-- Complete subtrees of 2^level leaves, from two leaves up.
CREATE TABLE evidence_node (
  level integer NOT NULL,
  position bigint NOT NULL,
  -- SHA-256(0x01 || left || right)
  hash text NOT NULL,
  PRIMARY KEY (level, position)
);

CREATE TABLE evidence_head (
  size bigint PRIMARY KEY,
  -- canonical JSON (RFC 8785), as signed
  statement text NOT NULL,
  -- base64 of the DER: detached CMS signature of the statement, RFC 3161 token over the signature
  signature text NOT NULL,
  stamp text NOT NULL,
  created_date timestamptz NOT NULL
);

CREATE FUNCTION evidence_event_awaits_leaf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evidence_pending (subject, seq) VALUES (NEW.subject, NEW.seq);
  RETURN NULL;
END
$$;
CREATE TRIGGER evidence_event_pending AFTER INSERT ON evidence_event
  FOR EACH ROW EXECUTE FUNCTION evidence_event_awaits_leaf();

CREATE FUNCTION evidence_tree_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER evidence_leaf_append_only BEFORE UPDATE OR DELETE ON evidence_leaf
  FOR EACH ROW EXECUTE FUNCTION evidence_tree_refuse_change();
CREATE TRIGGER evidence_leaf_no_truncate BEFORE TRUNCATE ON evidence_leaf
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_tree_refuse_change();
CREATE TRIGGER evidence_node_append_only BEFORE UPDATE OR DELETE ON evidence_node
  FOR EACH ROW EXECUTE FUNCTION evidence_tree_refuse_change();
CREATE TRIGGER evidence_node_no_truncate BEFORE TRUNCATE ON evidence_node
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_tree_refuse_change();
CREATE TRIGGER evidence_head_append_only BEFORE UPDATE OR DELETE ON evidence_head
  FOR EACH ROW EXECUTE FUNCTION evidence_tree_refuse_change();
CREATE TRIGGER evidence_head_no_truncate BEFORE TRUNCATE ON evidence_head
  FOR EACH STATEMENT EXECUTE FUNCTION evidence_tree_refuse_change();

CREATE FUNCTION evidence_tree_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.size > OLD.size THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence_tree only grows';
END
$$;
CREATE TRIGGER evidence_tree_grows BEFORE UPDATE OR DELETE ON evidence_tree
  FOR EACH ROW EXECUTE FUNCTION evidence_tree_only_grows();
