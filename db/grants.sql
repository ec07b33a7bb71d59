-- The privileges of the application's role: it reads everything, adds to the evidence without changing any of it, and
-- otherwise writes only what its statements need. Tables belong to another role, which migrates and grants.
-- :application is the role; `fascicolo migrate` revokes all its privileges and runs this file.
-- test/architecture/grants.ts compares it with the statements of the product: a table or a statement without a grant
-- fails, and so does a grant without a statement.

-- Only the owner creates objects in this schema, which is on the search path.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO :application;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :application;
-- SELECT: a backup keeps the last value of each sequence, so that no id is assigned twice. USAGE: nextval, for an id
-- that is printed on a paper before its row is inserted; setval would need UPDATE.
GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public TO :application;

-- Evidence: rows are only added. Only the ends of chains and the size of the tree change, and the queue of the tree is
-- emptied.
GRANT INSERT ON evidence_event TO :application;
GRANT INSERT, UPDATE (last_seq, last_hash) ON evidence_chain TO :application;
GRANT INSERT, DELETE ON evidence_pending TO :application;
GRANT INSERT, UPDATE (size) ON evidence_tree TO :application;
GRANT INSERT ON evidence_leaf TO :application;
GRANT INSERT ON evidence_node TO :application;
GRANT INSERT ON evidence_head TO :application;

-- Signed files, consents and usage: rows are only added; a file's row gets its trail and the date of its next
-- timestamp.
GRANT INSERT, UPDATE (audit_sha256, audit_size, archive_due) ON signed_document TO :application;
GRANT INSERT, UPDATE (sha256, size, signatures, kept_date) ON partly_signed_document TO :application;
GRANT INSERT ON archive_revision TO :application;
GRANT INSERT ON consent_record TO :application;
GRANT INSERT ON fea_use TO :application;
GRANT INSERT ON ledger_entry TO :application;
GRANT INSERT, UPDATE (secret_check) ON installation TO :application;
-- Versions are only added, so that the version in force at any moment can be determined.
GRANT INSERT ON folder_type_configuration TO :application;
GRANT INSERT ON demo_outbox TO :application;

-- Rows with a state that changes.
GRANT INSERT, UPDATE ON account_change TO :application;
GRANT INSERT, UPDATE (state, decided_by, decided_date, reason, told_state) ON administrator_proposal TO :application;
GRANT INSERT, UPDATE ON app_user TO :application;
GRANT INSERT, UPDATE (ends_date, last_used_date, last_used_address) ON technical_secret TO :application;
GRANT INSERT, UPDATE, DELETE ON technical_network TO :application;
GRANT INSERT, DELETE ON user_identity TO :application;
GRANT INSERT ON provider_phone TO :application;
GRANT INSERT, UPDATE, DELETE ON staff_session TO :application;
GRANT INSERT, DELETE ON sign_in_request TO :application;
GRANT INSERT, DELETE ON sign_in_answer TO :application;
GRANT INSERT, DELETE ON provider_message TO :application;
GRANT INSERT, UPDATE, DELETE ON fresh_sign_in TO :application;
GRANT INSERT, UPDATE, DELETE ON rate_limit TO :application;
GRANT INSERT, UPDATE, DELETE ON idempotency_key TO :application;
GRANT INSERT, UPDATE ON legal_entity TO :application;
GRANT INSERT, UPDATE ON dealer TO :application;
GRANT INSERT, UPDATE ON dealer_refresh TO :application;
GRANT INSERT, UPDATE ON dossier TO :application;
GRANT INSERT ON name_variant TO :application;
GRANT INSERT, DELETE ON former_contact TO :application;
GRANT INSERT, UPDATE (session_id), DELETE ON contact_word TO :application;
GRANT INSERT, UPDATE ON folder TO :application;
GRANT INSERT, UPDATE ON document TO :application;
GRANT INSERT, UPDATE, DELETE ON document_search TO :application;
GRANT INSERT, UPDATE (created_date, link_id), DELETE ON document_photo TO :application;
GRANT INSERT, UPDATE (ended_date), DELETE ON photo_link TO :application;
GRANT INSERT, UPDATE (drawn, finding, page, picture, fingerprints) ON page_check TO :application;
GRANT INSERT, UPDATE, DELETE ON paper_version TO :application;
GRANT INSERT, UPDATE, DELETE ON signature_place TO :application;
GRANT INSERT, UPDATE, DELETE ON remembered_place TO :application;
GRANT INSERT, UPDATE ON fea_adherence TO :application;
GRANT INSERT, UPDATE ON consent_push TO :application;
GRANT INSERT, UPDATE ON demo_register_entry TO :application;
GRANT INSERT, UPDATE ON signing_session TO :application;
GRANT INSERT, UPDATE ON session_document TO :application;
GRANT INSERT, UPDATE ON signer TO :application;
GRANT INSERT, DELETE ON signer_reading TO :application;
GRANT INSERT, UPDATE ON signature_point TO :application;
GRANT INSERT, UPDATE ON otp_code TO :application;
GRANT INSERT, UPDATE ON sealed_hand TO :application;
GRANT INSERT ON link_delivery TO :application;
GRANT INSERT, UPDATE ON link_reminder TO :application;
GRANT INSERT, UPDATE ON copy_delivery TO :application;
GRANT INSERT, UPDATE, DELETE ON sms_dispatch TO :application;
GRANT INSERT, DELETE ON sms_gateway_receipt TO :application;
GRANT INSERT, UPDATE ON sent_message TO :application;
GRANT INSERT, UPDATE ON sms_receipt TO :application;
GRANT INSERT, UPDATE, DELETE ON session_reminder TO :application;
GRANT INSERT, UPDATE ON qr_exchange TO :application;
GRANT INSERT, UPDATE ON tablet_queue_entry TO :application;
GRANT INSERT, UPDATE ON activation TO :application;
GRANT INSERT, UPDATE ON device TO :application;
GRANT INSERT, UPDATE ON device_pairing TO :application;
GRANT INSERT, DELETE ON device_nonce TO :application;
GRANT INSERT, UPDATE ON license TO :application;
GRANT INSERT, UPDATE ON service TO :application;
GRANT INSERT, UPDATE ON quota TO :application;
GRANT INSERT, DELETE ON quota_reservation TO :application;
GRANT INSERT, UPDATE, DELETE ON video TO :application;
GRANT INSERT, UPDATE (read_date), DELETE ON notification TO :application;
GRANT INSERT, UPDATE (mails) ON notification_setting TO :application;
GRANT INSERT, UPDATE ON webhook TO :application;
GRANT INSERT, UPDATE (ends_date) ON webhook_secret TO :application;
GRANT INSERT, UPDATE (spread_date), DELETE ON webhook_event TO :application;
GRANT INSERT, UPDATE, DELETE ON webhook_delivery TO :application;
GRANT INSERT ON webhook_attempt TO :application;
GRANT INSERT, UPDATE ON counter TO :application;
GRANT INSERT, UPDATE ON counter_entity TO :application;
GRANT INSERT, DELETE ON counter_delta TO :application;
GRANT INSERT, UPDATE ON counter_check TO :application;

-- The queue of jobs, which is not evidence.
GRANT USAGE ON SCHEMA pgboss TO :application;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO :application;
GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO :application;
