--! compatible
-- A person's adherence to the advanced signature of a legal entity (D-1): who identified them, by which document, by which
-- signed module it is in force, how it ended. A row is never removed.
CREATE TABLE fea_adherence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the signer's own codice fiscale, for a company its representative's, in capitals: the same person in every dossier
  person_code text NOT NULL,
  -- who offers the signature (erogatore)
  legal_entity text NOT NULL,
  -- the module names the national company too, so that its documents are covered (D-6)
  covers_national boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('REQUESTED', 'ACTIVE', 'REVOKED', 'EXPIRED')),
  -- where the module was made
  dossier_id bigint NOT NULL REFERENCES dossier (id),
  module_id bigint NOT NULL REFERENCES document (id),
  -- who saw which identity document, and when (D-4)
  method text NOT NULL CHECK (method IN ('IN_PERSON')),
  identified_by text NOT NULL,
  identified_date timestamptz NOT NULL,
  identity_type text NOT NULL,
  identity_number text NOT NULL,
  identity_issuer text NOT NULL,
  identity_issued date NOT NULL,
  identity_expiry date NOT NULL,
  requested_date timestamptz NOT NULL,
  -- the version of the terms that the signed module prints
  text_version text,
  activated_date timestamptz,
  signed_document_id bigint REFERENCES signed_document (id),
  -- SHA-256 of the signed module
  signed_sha256 text,
  -- revoked, or replaced by a later one
  ended_date timestamptz,
  -- when and how the person asked for the revocation, and who wrote it down (D-7)
  revoked_by text,
  revoked_via text CHECK (revoked_via IN ('IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER')),
  revocation_date date,
  requested_by text,
  reason text,
  CONSTRAINT fea_adherence_signed CHECK (state NOT IN ('ACTIVE', 'REVOKED')
    OR (activated_date IS NOT NULL AND signed_document_id IS NOT NULL AND signed_sha256 IS NOT NULL)),
  CONSTRAINT fea_adherence_ended CHECK ((state IN ('REVOKED', 'EXPIRED')) = (ended_date IS NOT NULL)),
  CONSTRAINT fea_adherence_revoked CHECK ((state = 'REVOKED') = (revoked_via IS NOT NULL AND revoked_by IS NOT NULL
    AND revocation_date IS NOT NULL))
);
-- one in force for a person and a legal entity, and one row a module
CREATE UNIQUE INDEX fea_adherence_active ON fea_adherence (person_code, legal_entity) WHERE state = 'ACTIVE';
CREATE UNIQUE INDEX fea_adherence_module ON fea_adherence (module_id);
CREATE INDEX fea_adherence_person ON fea_adherence (person_code, legal_entity, id);
CREATE INDEX fea_adherence_dossier ON fea_adherence (dossier_id, id);

-- Which signatures rest on which adherence: what a revocation cancels, what evidence is kept for (D-7, D-9).
CREATE TABLE fea_use (
  session_id bigint NOT NULL REFERENCES signing_session (id),
  document_id bigint NOT NULL REFERENCES document (id),
  adherence_id bigint NOT NULL REFERENCES fea_adherence (id),
  PRIMARY KEY (session_id, document_id, adherence_id)
);
CREATE INDEX fea_use_adherence ON fea_use (adherence_id, session_id);
CREATE INDEX fea_use_document ON fea_use (document_id);

-- Modules that were signed before count from the day they were signed: the newest of a person is in force, earlier ones are
-- replaced. They name no national company. Those that were not signed yet are taken in when their signature starts.
WITH module AS (
  SELECT document.id, document.legal_entity, document.dossier_id, document.created_by, document.created_date,
    document.variable_fields AS field, signed_document.id AS signed_id, signed_document.sha256, signed_document.created_date AS signed_date,
    upper(regexp_replace(CASE
      WHEN dossier.organization_name IS NULL AND dossier.rsp_search_type IS DISTINCT FROM 'ORGANIZATION' THEN dossier.fiscal_code
      ELSE coalesce(dossier.representative_fiscal_code, CASE WHEN length(dossier.fiscal_code) = 16 THEN dossier.fiscal_code END)
    END, '\s', '', 'g')) AS code
  FROM document
    JOIN dossier ON dossier.id = document.dossier_id
    JOIN signed_document ON signed_document.id = document.signed_document_id
  WHERE document.type = 'FEA_MODULE' AND document.status = 'SIGNED'
), known AS (
  SELECT module.*, lead(signed_date) OVER (PARTITION BY code, legal_entity ORDER BY signed_id) AS replaced_date
  FROM module
  WHERE code <> '' AND field ->> 'ID_TYPE' <> '' AND field ->> 'ID_NUMBER' <> '' AND field ->> 'ID_ISSUER' <> ''
    AND field ->> 'ID_ISSUED' ~ '^\d{4}-\d{2}-\d{2}$' AND field ->> 'ID_EXPIRY' ~ '^\d{4}-\d{2}-\d{2}$'
)
INSERT INTO fea_adherence (person_code, legal_entity, covers_national, state, dossier_id, module_id, method, identified_by,
  identified_date, identity_type, identity_number, identity_issuer, identity_issued, identity_expiry, requested_date,
  activated_date, signed_document_id, signed_sha256, ended_date)
SELECT code, legal_entity, false, CASE WHEN replaced_date IS NULL THEN 'ACTIVE' ELSE 'EXPIRED' END, dossier_id, id, 'IN_PERSON',
  coalesce(created_by, ''), created_date, field ->> 'ID_TYPE', field ->> 'ID_NUMBER', field ->> 'ID_ISSUER',
  (field ->> 'ID_ISSUED')::date, (field ->> 'ID_EXPIRY')::date, created_date, signed_date, signed_id, sha256, replaced_date
FROM known;

INSERT INTO fea_use (session_id, document_id, adherence_id)
SELECT session_document.session_id, session_document.document_id, fea_adherence.id
FROM fea_adherence
  JOIN document ON document.fea_module_id = fea_adherence.module_id
  JOIN session_document ON session_document.document_id = document.id;
