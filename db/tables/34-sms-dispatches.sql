-- Each SMS handed to a gateway in production, so that none is sent twice: used only by the adapter.
CREATE TABLE sms_dispatch (
  message_id text PRIMARY KEY,
  -- sms-1, sms-2: the gateway tried last
  gateway text NOT NULL,
  -- SENDING: no certain answer yet, never sent again; REFUSED: no gateway accepted it, may be sent again
  state text NOT NULL CHECK (state IN ('SENDING', 'TAKEN', 'REFUSED')),
  parts integer NOT NULL,
  provider_id text UNIQUE,
  created_date timestamptz NOT NULL,
  CONSTRAINT sms_dispatch_taken CHECK ((state = 'TAKEN') = (provider_id IS NOT NULL))
);
-- Delivery reports of gateways; one may arrive before the answer to the message itself.
CREATE TABLE sms_gateway_receipt (
  -- the provider's id as in sms_dispatch, or "id:" and our own id
  about text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('DELIVERED', 'FAILED')),
  told_date timestamptz NOT NULL
);
