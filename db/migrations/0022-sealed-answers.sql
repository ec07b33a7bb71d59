--! compatible
-- Answers kept for repeated calls hold sign links and customers' data: new ones rest sealed. The ones in clear are left to
-- the sweep, which forgets them within 48 hours, so that a create that is repeated meanwhile still creates nothing twice.
ALTER TABLE idempotency_key ADD COLUMN sealed_answer text;
