-- The user's identity at the provider: bound at the first sign-in by an address that the provider has verified, and
-- never moved since.
CREATE TABLE user_identity (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  issuer text NOT NULL,
  -- the person's key at that issuer, which never reassigns it; case-sensitive
  subject text NOT NULL,
  bound_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_identity_subject ON user_identity (issuer, subject);

-- When each person last created or changed an account: an approval by an account that an author has changed does not
-- count.
CREATE TABLE account_change (
  user_id bigint NOT NULL REFERENCES app_user (id),
  changed_by text NOT NULL,
  changed_date timestamptz NOT NULL,
  PRIMARY KEY (user_id, changed_by)
);

-- Appointing an administrator takes two: the proposal of one administrator, and the decision of another (record 0066).
CREATE TABLE administrator_proposal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- OPERATOR and FREED are carried out immediately by command: the row records them and the administrators are notified
  kind text NOT NULL CHECK (kind IN ('PROPOSAL', 'OPERATOR', 'FREED')),
  -- the values of the user after the change
  wanted jsonb NOT NULL,
  -- role, access, address: the effects on the user concerned
  effects text[] NOT NULL,
  -- last_modified_date of the user when the proposal was made; it no longer applies to a user edited since
  base_date timestamptz NOT NULL,
  -- login; null for the operator
  proposed_by text,
  proposed_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  state text NOT NULL
    CHECK (state IN ('WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN', 'OVERTAKEN', 'LAPSED', 'EXPIRED')),
  -- login; null while pending, for the operator, and for a proposal that ended by itself
  decided_by text,
  decided_date timestamptz,
  reason text,
  -- the state of which the administrators were last notified
  told_state text,
  CONSTRAINT administrator_proposal_kind CHECK ((kind = 'PROPOSAL') = (proposed_by IS NOT NULL)),
  CONSTRAINT administrator_proposal_four_eyes CHECK (state <> 'CONFIRMED' OR proposed_by IS NULL OR decided_by IS DISTINCT FROM proposed_by),
  CONSTRAINT administrator_proposal_decided CHECK ((state = 'WAITING') = (decided_date IS NULL))
);
CREATE UNIQUE INDEX administrator_proposal_waiting ON administrator_proposal (user_id) WHERE state = 'WAITING';
CREATE INDEX administrator_proposal_untold ON administrator_proposal (id) WHERE told_state IS DISTINCT FROM state;
