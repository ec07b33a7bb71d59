--! compatible
-- The link may be sent once more by SMS, too (P-7). A node of the version before works such a request as an e-mail.
ALTER TABLE link_reminder ADD COLUMN channel text NOT NULL DEFAULT 'EMAIL' CHECK (channel IN ('EMAIL', 'SMS'));
