-- A person's FEA adherence at a legal entity: who identified them, with which identity document, which signed module
-- put it in force, how it ended. A row is never removed.
CREATE TABLE fea_adherence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the signer's own codice fiscale, for a company its representative's, in capitals: identifies the person in every
  -- dossier
  person_code text NOT NULL,
  -- the provider of the signature (erogatore)
  legal_entity text NOT NULL,
  -- the module also names the national company, so that its documents are covered
  covers_national boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('REQUESTED', 'ACTIVE', 'REVOKED', 'EXPIRED')),
  -- where the module was created
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  module_id bigint NOT NULL REFERENCES document (id),
  -- who checked which identity document, and when
  method text NOT NULL CHECK (method IN ('IN_PERSON')),
  identified_by text NOT NULL,
  identified_date timestamptz NOT NULL,
  identity_type text NOT NULL,
  identity_number text NOT NULL,
  identity_issuer text NOT NULL,
  identity_issued date NOT NULL,
  identity_expiry date NOT NULL,
  requested_date timestamptz NOT NULL,
  -- the version of the terms printed in the signed module
  text_version text,
  activated_date timestamptz,
  signed_document_id bigint REFERENCES signed_document (id),
  -- SHA-256 of the signed module
  signed_sha256 text,
  -- revoked, or replaced by a later one
  ended_date timestamptz,
  -- when and how the person requested the revocation, and who recorded it
  revoked_by text,
  revoked_via text CHECK (revoked_via IN ('IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER')),
  revocation_date date,
  requested_by text,
  reason text,
  -- the copy of the identity document, if one was kept
  identity_document_id bigint REFERENCES document (id),
  -- the signed request for revocation, if any: a stored file
  request_name text,
  request_type text,
  request_size bigint,
  request_sha256 text,
  -- when the last document was signed under it, initially the module itself: the twenty years restart (D-9)
  last_signed_date timestamptz,
  -- the person named in the signed module, and the telephone of the code; null if not kept
  first_name text,
  last_name text,
  birth_date date,
  birth_place text,
  mobile_phone text,
  CONSTRAINT fea_adherence_signed CHECK (state NOT IN ('ACTIVE', 'REVOKED')
    OR (activated_date IS NOT NULL AND signed_document_id IS NOT NULL AND signed_sha256 IS NOT NULL)),
  CONSTRAINT fea_adherence_ended CHECK ((state IN ('REVOKED', 'EXPIRED')) = (ended_date IS NOT NULL)),
  CONSTRAINT fea_adherence_revoked CHECK ((state = 'REVOKED') = (revoked_via IS NOT NULL AND revoked_by IS NOT NULL
    AND revocation_date IS NOT NULL)),
  CONSTRAINT fea_adherence_request CHECK ((request_sha256 IS NULL) = (request_name IS NULL)
    AND (request_sha256 IS NULL) = (request_type IS NULL) AND (request_sha256 IS NULL) = (request_size IS NULL)
    AND (request_sha256 IS NULL OR state = 'REVOKED')),
  CONSTRAINT fea_adherence_named CHECK ((first_name IS NULL) = (last_name IS NULL))
);
-- one in force per person and legal entity, and one row per module
CREATE UNIQUE INDEX fea_adherence_active ON fea_adherence (person_code, legal_entity) WHERE state = 'ACTIVE';
CREATE UNIQUE INDEX fea_adherence_module ON fea_adherence (module_id);
CREATE INDEX fea_adherence_person ON fea_adherence (person_code, legal_entity, id);
CREATE UNIQUE INDEX fea_adherence_identity ON fea_adherence (identity_document_id) WHERE identity_document_id IS NOT NULL;
CREATE INDEX fea_adherence_dossier ON fea_adherence (dossier_id, id);

-- Which signatures are based on which FEA adherence: cancelled by a revocation, decisive for how long evidence is kept.
CREATE TABLE fea_use (
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  adherence_id bigint NOT NULL REFERENCES fea_adherence (id),
  PRIMARY KEY (session_id, document_id, adherence_id)
);
CREATE INDEX fea_use_adherence ON fea_use (adherence_id, session_id);
CREATE INDEX fea_use_document ON fea_use (document_id);

-- A document was signed: the twenty years of the FEA adherences on which its signature is based restart.
CREATE FUNCTION fea_evidence_prolong() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT id FROM fea_adherence
     WHERE id IN (SELECT adherence_id FROM fea_use WHERE session_id = NEW.session_id AND document_id = NEW.document_id)
     ORDER BY id FOR NO KEY UPDATE)
  UPDATE fea_adherence SET last_signed_date = greatest(last_signed_date, NEW.created_date)
    FROM held WHERE fea_adherence.id = held.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER signed_document_prolongs AFTER UPDATE OF audit_sha256 ON signed_document FOR EACH ROW
  WHEN (OLD.audit_sha256 IS NULL AND NEW.audit_sha256 IS NOT NULL) EXECUTE FUNCTION fea_evidence_prolong();
