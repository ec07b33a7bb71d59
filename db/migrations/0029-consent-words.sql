--! compatible
-- The words of a consent may be counsel's, in versions of their own: a point keeps what it asked, whatever is published later (D-90, P-9).
ALTER TABLE signature_point ADD COLUMN consent_title text, ADD COLUMN consent_text text;
