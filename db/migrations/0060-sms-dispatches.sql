--! compatible
-- Each SMS that was handed to a gateway in production, so that none is sent twice (P-7, D-44): the adapter's own.
CREATE TABLE sms_dispatch (
  message_id text PRIMARY KEY,
  -- sms-1, sms-2: the gateway that was asked last
  gateway text NOT NULL,
  -- SENDING: no certain answer yet, never sent again; REFUSED: no gateway has it, may be sent again
  state text NOT NULL CHECK (state IN ('SENDING', 'TAKEN', 'REFUSED')),
  parts integer NOT NULL,
  provider_id text UNIQUE,
  created_date timestamptz NOT NULL,
  CONSTRAINT sms_dispatch_taken CHECK ((state = 'TAKEN') = (provider_id IS NOT NULL))
);
-- What gateways told of delivery; it may come before the answer to the message itself.
CREATE TABLE sms_gateway_receipt (
  -- the provider's id as in sms_dispatch, or id: and our own
  about text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('DELIVERED', 'FAILED')),
  told_date timestamptz NOT NULL
);
