-- The delivery of a code's SMS after the gateway had accepted it.
CREATE TABLE sms_receipt (
  code_id bigint PRIMARY KEY REFERENCES otp_code (id),
  provider_id text NOT NULL,
  sent_date timestamptz NOT NULL,
  -- null until the gateway reports
  receipt text CHECK (receipt IN ('DELIVERED', 'FAILED'))
);
CREATE INDEX sms_receipt_awaited ON sms_receipt (sent_date) WHERE receipt IS NULL;
