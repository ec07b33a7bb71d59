-- Messages to those who sign, and what became of each; codes that gateways reported on are in sms_receipt too.
CREATE TABLE sent_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- ours, as servers and gateways are told it
  message_id text NOT NULL UNIQUE,
  signer_id bigint NOT NULL REFERENCES signer (id),
  kind text NOT NULL CHECK (kind IN ('LINK', 'REMINDER', 'CODE', 'COPY')),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  -- masked
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'FAILED')),
  -- why it waits, failed or was not delivered: MESSAGE_REASONS
  reason text,
  provider_id text,
  created_date timestamptz NOT NULL,
  sent_date timestamptz,
  ended_date timestamptz
);
CREATE INDEX sent_message_signer ON sent_message (signer_id, id);
CREATE INDEX sent_message_awaited ON sent_message (channel, sent_date) WHERE state = 'SENT' AND kind <> 'CODE';
