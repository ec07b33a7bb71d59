--! compatible
-- That a ceremony's cookie is on its way to a browser was known to one process alone: another node, or the same one after
-- a restart, gave its place to somebody else.
ALTER TABLE signer ADD COLUMN cookie_sent_date timestamptz;
