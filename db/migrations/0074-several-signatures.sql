--! compatible
-- A member of staff proves once who they are for several signatures: each has a row of its own, which names their number.
ALTER TABLE fresh_sign_in ADD COLUMN acts integer NOT NULL DEFAULT 1 CHECK (acts >= 1);
-- What bound_to is for the first signature, for the others that the same sign-in is to serve.
ALTER TABLE sign_in_request ADD COLUMN also_bound_to text[] NOT NULL DEFAULT '{}';
