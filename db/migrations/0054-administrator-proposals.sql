--! compatible
-- Making an administrator takes two: what one administrator proposes, and who decided it (record 0066).
CREATE TABLE administrator_proposal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  -- OPERATOR and FREED are done by command, at once: the row records them and the administrators are told
  kind text NOT NULL CHECK (kind IN ('PROPOSAL', 'OPERATOR', 'FREED')),
  -- the values of the user after the change
  wanted jsonb NOT NULL,
  -- role, access, address: what the change does to whom it is about
  effects text[] NOT NULL,
  -- last_modified_date of the user that the proposal was made from; a user edited since is not what was proposed
  base_date timestamptz NOT NULL,
  -- login; null for the operator
  proposed_by text,
  proposed_date timestamptz NOT NULL,
  expires_date timestamptz NOT NULL,
  state text NOT NULL
    CHECK (state IN ('WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN', 'OVERTAKEN', 'LAPSED', 'EXPIRED')),
  -- login; null while it waits, for the operator, and for what ended by itself
  decided_by text,
  decided_date timestamptz,
  reason text,
  -- the state that the administrators were last told of
  told_state text,
  CONSTRAINT administrator_proposal_kind CHECK ((kind = 'PROPOSAL') = (proposed_by IS NOT NULL)),
  CONSTRAINT administrator_proposal_four_eyes CHECK (state <> 'CONFIRMED' OR proposed_by IS NULL OR decided_by IS DISTINCT FROM proposed_by),
  CONSTRAINT administrator_proposal_decided CHECK ((state = 'WAITING') = (decided_date IS NULL))
);
CREATE UNIQUE INDEX administrator_proposal_waiting ON administrator_proposal (user_id) WHERE state = 'WAITING';
CREATE INDEX administrator_proposal_untold ON administrator_proposal (id) WHERE told_state IS DISTINCT FROM state;
