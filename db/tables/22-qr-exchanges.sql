-- Codes for the customer's phone that a phone has used, and what the staff said (P-7, D-47). A code that nobody used leaves nothing here.
CREATE TABLE qr_exchange (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES document (id),
  -- SHA-256 in hexadecimal of the token's id: a code is used once, on whichever node
  code_hash text NOT NULL UNIQUE,
  -- who asked for the code: the signature starts in their name
  asked_by bigint NOT NULL REFERENCES app_user (id),
  issued_date timestamptz NOT NULL,
  -- SHA-256 in hexadecimal of the key that the phone made
  phone_hash text NOT NULL,
  user_agent text,
  -- two digits that both sides show
  match_number text NOT NULL,
  -- CLAIMED: a phone used the code and waits for the staff; VOID: a newer code of the document was used
  state text NOT NULL CHECK (state IN ('CLAIMED', 'CONFIRMED', 'REFUSED', 'VOID')),
  claimed_date timestamptz NOT NULL,
  -- until when the phone may be confirmed, and once it was, until when it may fetch the link
  expires_date timestamptz NOT NULL,
  -- when another phone tried the same code for the first time
  contended_date timestamptz,
  -- whose phone it is, and their link at that moment
  signer_id bigint REFERENCES signer (id),
  link_epoch integer,
  ended_by text,
  ended_date timestamptz,
  CONSTRAINT qr_exchange_confirmed CHECK (state <> 'CONFIRMED' OR (signer_id IS NOT NULL AND link_epoch IS NOT NULL))
);
CREATE UNIQUE INDEX qr_exchange_waiting ON qr_exchange (document_id) WHERE state = 'CLAIMED';
CREATE INDEX qr_exchange_document ON qr_exchange (document_id, issued_date);
