-- What became of a code's SMS after the gateway had taken it (D-54).
CREATE TABLE sms_receipt (
  code_id bigint PRIMARY KEY REFERENCES otp_code (id),
  provider_id text NOT NULL,
  sent_date timestamptz NOT NULL,
  -- null while the gateway has not told
  receipt text CHECK (receipt IN ('DELIVERED', 'FAILED'))
);
CREATE INDEX sms_receipt_awaited ON sms_receipt (sent_date) WHERE receipt IS NULL;
