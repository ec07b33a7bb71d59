--! compatible
-- A customer who signs at the desk has the link already: it is not mailed.
ALTER TABLE signer ADD COLUMN handed_epoch integer;
