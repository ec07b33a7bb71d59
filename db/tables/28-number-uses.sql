-- Customers to whom a code was to be sent, and what they were to sign with it: shows which numbers recur.
CREATE VIEW number_use AS
  SELECT signer.id AS signer_id, signer.session_id, entry.document_id, signer.phone, signer.first_name, signer.last_name,
    -- one person may be written in several ways: first and last name in either order, without accents and spaces
    least(written.first || written.last, written.last || written.first) AS person,
    signing_session.hst, signing_session.started_by, signing_session.created_date
  FROM signer
    JOIN signing_session ON signing_session.id = signer.session_id
    JOIN session_document AS entry ON entry.session_id = signer.session_id
    CROSS JOIN LATERAL (
      SELECT regexp_replace(search_form(signer.first_name), '[^[:alnum:]]', '', 'g') AS first,
        regexp_replace(search_form(signer.last_name), '[^[:alnum:]]', '', 'g') AS last) AS written
  WHERE signer.role = 'customer' AND signer.codes_requested > 0;
