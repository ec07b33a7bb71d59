--! compatible
-- Who signs for the dealer is asked when a document is sent to a tablet; its signature starts later, when the customer opens it there.
-- Ids of users by role, as the body of sendToTablet names them.
ALTER TABLE tablet_queue_entry ADD COLUMN signers jsonb NOT NULL DEFAULT '{}';

CREATE OR REPLACE VIEW tablet_queue AS
  SELECT entry.id, entry.activation_id, tablet.device_label, tablet.device_name, tablet.expires_at, tablet.hst,
    entry.queued_by, entry.queued_date, entry.taken_date,
    document.id AS document_id, document.type AS document_type, document.status, document.customer_name,
    document.brand, document.folder_type, document.created_by, entry.signers
  FROM tablet_queue_entry AS entry
    JOIN tablet ON tablet.id = entry.activation_id
    JOIN document ON document.id = entry.document_id
  WHERE entry.withdrawn_date IS NULL;
