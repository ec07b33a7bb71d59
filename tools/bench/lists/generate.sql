-- Generates data of any size for `npm run bench -- lists` in the product's own tables; derived data (texts, searches,
-- counters) is derived here too, by the product's triggers.
-- Set beforehand: bench.documents (how many), bench.large_folder (documents of the largest folder) and bench.shares
-- (JSON: dealers, names and document types, each with slots in proportion to its frequency).
-- Randomness is a hash of the row's number: the same size produces the same data, in whatever order the rows are made.

CREATE FUNCTION pg_temp.chance(n bigint, salt bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ((hashint8extended(n, salt) >> 11) & 9007199254740991)::double precision / 9007199254740992;
CREATE FUNCTION pg_temp.pick(options text[], chance double precision) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN options[1 + floor(chance * cardinality(options))::int];
CREATE FUNCTION pg_temp.digits(n bigint, salt bigint, length int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lpad(floor(pg_temp.chance(n, salt) * power(10, length))::bigint::text, length, '0');
CREATE FUNCTION pg_temp.letters(n bigint, salt bigint, length int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(translate(md5((n * 64 + salt)::text), '0123456789abcdef', 'ABCDEFGHJKLMNPRS'), length);

CREATE TEMP TABLE dealer_slot AS
  SELECT row_number() OVER (ORDER BY hst) - 1 AS slot, hst, legal_entity
  FROM jsonb_to_recordset(current_setting('bench.shares')::jsonb -> 'dealers') AS dealer (hst text, legal_entity text, slots int),
    generate_series(1, slots);
CREATE TEMP TABLE surname_slot AS
  SELECT row_number() OVER (ORDER BY slots DESC, name) - 1 AS slot, name
  FROM jsonb_to_recordset(current_setting('bench.shares')::jsonb -> 'surnames') AS surname (name text, slots int), generate_series(1, slots);
CREATE TEMP TABLE first_name_slot AS
  SELECT row_number() OVER (ORDER BY slots DESC, name) - 1 AS slot, name
  FROM jsonb_to_recordset(current_setting('bench.shares')::jsonb -> 'firstNames') AS first_name (name text, slots int),
    generate_series(1, slots);
CREATE TEMP TABLE document_type_slot AS
  SELECT folder_type, row_number() OVER (PARTITION BY folder_type ORDER BY type) - 1 AS slot,
    count(*) OVER (PARTITION BY folder_type) AS slots, type, signable
  FROM jsonb_to_recordset(current_setting('bench.shares')::jsonb -> 'documentTypes')
    AS document_type (folder_type text, type text, signable boolean, share int), generate_series(1, share);

CREATE TEMP TABLE size AS
  SELECT documents, documents * 10 / 33 AS dossiers, documents / 4 AS folders,
    -- Ids grow with time: the three years up to now.
    now() - interval '3 years' AS first, interval '3 years' AS span
  FROM (SELECT current_setting('bench.documents')::bigint AS documents) given;

-- Assigns folders to customers and documents to folders: close in time, but not in order.
CREATE TEMP TABLE folder_plan AS
  SELECT n AS folder, 1 + abs(n * dossiers / folders - 1 - floor(pg_temp.chance(n, 1) * 200)::bigint) AS dossier
  FROM size, generate_series(1, folders) n;
CREATE TEMP TABLE dossier_plan AS
  SELECT n AS dossier, hst, legal_entity,
    pg_temp.pick('{bmw,bmw,bmw,bmw,bmw,bmw,mini,mini,moto,bmwi}', pg_temp.chance(n, 2)) AS brand,
    first_name_slot.name AS first_name, surname_slot.name AS last_name,
    CASE WHEN pg_temp.chance(n, 3) < 0.15 THEN surname_slot.name || ' ' ||
      pg_temp.pick('{Trasporti,Costruzioni,Impianti,Noleggi,Servizi,Forniture,Immobiliare,Arredi}', pg_temp.chance(n, 4))
      || ' ' || pg_temp.pick('{S.r.l.,S.p.A.,S.n.c.}', pg_temp.chance(n, 5)) END AS organization_name,
    '+39 3' || pg_temp.digits(n, 6, 9) AS mobile_phone,
    first + span * (n::double precision / dossiers) AS created
  FROM size, generate_series(1, dossiers) n
  JOIN dealer_slot ON dealer_slot.slot = floor(pg_temp.chance(n, 7) * (SELECT count(*) FROM dealer_slot))
  JOIN surname_slot ON surname_slot.slot = floor(pg_temp.chance(n, 8) * (SELECT count(*) FROM surname_slot))
  JOIN first_name_slot ON first_name_slot.slot = floor(pg_temp.chance(n, 9) * (SELECT count(*) FROM first_name_slot));
CREATE INDEX ON dossier_plan (dossier);
CREATE INDEX ON folder_plan (dossier);
ANALYZE dossier_plan, folder_plan;

-- The large folder is the first of the biggest dealer; its documents are spread over the whole time.
CREATE TEMP TABLE large_folder AS
  SELECT min(folder) AS folder, current_setting('bench.large_folder')::bigint AS documents
  FROM folder_plan JOIN dossier_plan USING (dossier) WHERE hst = (SELECT min(hst) FROM dealer_slot);
CREATE TEMP TABLE document_plan AS
  SELECT n AS document, CASE
      WHEN n % (size.documents / large.documents) = 0 AND n / (size.documents / large.documents) <= large.documents THEN large.folder
      ELSE 1 + abs((n - 1) * folders / size.documents - floor(pg_temp.chance(n, 10) * folders / 200)::bigint)
    END AS folder
  FROM size, large_folder large, generate_series(1, size.documents) n;
ANALYZE document_plan;

INSERT INTO dossier (id, hst, legal_entity, brands, business_id, status, search_type, rsp_search_type, dossier_type,
    first_name, last_name, organization_name, mobile_phone, email, birth_date, birth_place, fiscal_code, street, city,
    postal_code, number_of_folders, sync_status, created_by, created_date, last_modified_by, last_modified_date)
  OVERRIDING SYSTEM VALUE
  SELECT dossier, hst, legal_entity, ARRAY[brand], business_id, 'OPEN', 'RSP',
    CASE WHEN organization_name IS NULL THEN 'INDIVIDUAL' ELSE 'ORGANIZATION' END, 'existing', first_name, last_name,
    organization_name, mobile_phone, email, date '1940-01-01' + floor(pg_temp.chance(dossier, 11) * 22000)::int, city,
    fiscal_code, 'Via di Prova ' || dossier % 200, city, pg_temp.digits(dossier, 12, 5),
    coalesce(folders, 0), 'SYNCED',
    'dealer.' || hst, created, 'dealer.' || hst, created + interval '1 day' * (20 * power(pg_temp.chance(dossier, 13), 3))
  FROM dossier_plan
  LEFT JOIN (SELECT dossier, count(*) AS folders FROM folder_plan GROUP BY dossier) counted USING (dossier)
  CROSS JOIN LATERAL (SELECT
    CASE WHEN pg_temp.chance(dossier, 14) < 0.3 THEN 'C' || pg_temp.digits(dossier, 15, 8) END AS business_id,
    lower(replace(first_name || '.' || last_name, ' ', '')) || dossier || '@example.com' AS email,
    pg_temp.pick('{Roma,Milano,Napoli,Torino,Palermo,Genova,Bologna,Firenze,Bari,Catania,Verona,Padova}',
      pg_temp.chance(dossier, 16)) AS city,
    upper(left(last_name, 3) || left(first_name, 3)) || pg_temp.digits(dossier, 17, 2) || pg_temp.letters(dossier, 18, 1)
      || pg_temp.digits(dossier, 19, 2) || 'Z' || pg_temp.digits(dossier, 20, 3) || pg_temp.letters(dossier, 21, 1)
      AS fiscal_code) made
  ORDER BY dossier;

INSERT INTO folder (id, dossier_id, hst, legal_entity, brand, type, status, business_id, process_date, account_source,
    plate, vin, job_id, notes, number_of_documents, created_by, created_date, last_modified_by, last_modified_date)
  OVERRIDING SYSTEM VALUE
  SELECT folder, dossier, hst, legal_entity, brand, type,
    CASE WHEN pg_temp.chance(folder, 30) < 0.92 OR folder = (SELECT folder FROM large_folder) THEN 'OPEN' ELSE 'CLOSED' END,
    business_id, date_trunc('day', created), 'RSP', plate, vin,
    CASE WHEN type = 'SERVICE' THEN 'J' || pg_temp.digits(folder, 31, 8) END,
    CASE WHEN pg_temp.chance(folder, 32) < 0.1 THEN 'Da richiamare per la consegna' END, coalesce(documents, 0),
    author, created, author, created + interval '1 day' * (20 * power(pg_temp.chance(folder, 33), 3))
  FROM folder_plan
  JOIN dossier_plan USING (dossier)
  LEFT JOIN (SELECT folder, count(*) AS documents FROM document_plan GROUP BY folder) counted USING (folder)
  CROSS JOIN LATERAL (SELECT
    CASE WHEN folder = (SELECT folder FROM large_folder) THEN 'SALE_NEW' ELSE
      pg_temp.pick('{SERVICE,SERVICE,SERVICE,SERVICE,SERVICE,SERVICE,SERVICE,SALE_NEW,SALE_NEW,SALE_NEW,SALE_NEW,SALE_NEW,SALE_USED,SALE_USED,SALE_USED,SALE_USED,PRIVACY,PRIVACY,PRIVACY,VEHICLE_EXIT_REQUEST}',
        pg_temp.chance(folder, 34)) END AS type,
    CASE WHEN pg_temp.chance(folder, 35) < 0.9 THEN 'PV-' || pg_temp.digits(folder, 36, 8) END AS business_id,
    CASE WHEN pg_temp.chance(folder, 37) < 0.7 THEN
      pg_temp.letters(folder, 38, 2) || pg_temp.digits(folder, 39, 3) || pg_temp.letters(folder, 40, 2) END AS plate,
    CASE WHEN pg_temp.chance(folder, 41) < 0.8 THEN
      'WBA' || pg_temp.letters(folder, 42, 7) || pg_temp.digits(folder, 43, 7) END AS vin,
    -- A tenth of the documents comes from the dealers' management systems.
    CASE WHEN pg_temp.chance(folder, 44) < 0.1 THEN 'dms.' ELSE 'dealer.' END || hst AS author) made
  ORDER BY folder;

ANALYZE folder, dossier;

INSERT INTO document (id, folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, status,
    sig_type, archivable, signable, file_name, mime_type, file_size, pages, file_sha256, variable_fields,
    start_sign_date, ever_signed, created_by, created_date, last_modified_by, last_modified_date)
  OVERRIDING SYSTEM VALUE
  SELECT n, folder.id, folder.dossier_id, folder.hst, folder.legal_entity, folder.brand, folder.type,
    coalesce(organization_name, first_name || ' ' || last_name), document_type_slot.type, made.status,
    CASE WHEN signable THEN 'OTP' END, signable, signable,
    CASE
      WHEN pg_temp.chance(n, 50) < 0.5 THEN initcap(word) || ' ' || CASE WHEN pg_temp.chance(n, 51) < 0.5
        THEN first_name || ' ' || last_name ELSE last_name || ' ' || first_name END || '.pdf'
      -- Only old documents have this word: scans of the first year.
      WHEN n < size.documents / 4 AND pg_temp.chance(n, 52) < 0.3 THEN 'scan_2023_' || pg_temp.digits(n, 53, 6) || '.pdf'
      ELSE word || '-' || pg_temp.digits(n, 54, 6) || '.pdf' END,
    'application/pdf', 20000 + floor(3000000 * power(pg_temp.chance(n, 55), 4))::bigint, 1 + floor(pg_temp.chance(n, 56) * 8)::int,
    encode(sha256(n::text::bytea), 'hex'), '{}',
    CASE WHEN made.status IN ('SIGNED', 'START_SIGN', 'EXPIRED') THEN created + interval '1 hour' END,
    made.status = 'SIGNED', folder.created_by, created,
    folder.created_by, least(now(), created + interval '1 day' * (20 * power(pg_temp.chance(n, 57), 3)))
  FROM size, document_plan
  JOIN folder ON folder.id = document_plan.folder
  JOIN dossier ON dossier.id = folder.dossier_id
  CROSS JOIN LATERAL (SELECT document AS n, first + span * (document::double precision / size.documents) AS created,
    pg_temp.pick('{contratto,preventivo,preventivo,proposta,proposta,proposta,fattura,fattura,fattura,ordine,ordine,consegna,consegna,ritiro,collaudo,garanzia,perizia,libretto,libretto,patente,patente,modulo,modulo,ricevuta,allegato}',
      pg_temp.chance(document, 58)) AS word, pg_temp.chance(document, 59) AS state) base
  JOIN document_type_slot ON document_type_slot.folder_type = folder.type
    AND document_type_slot.slot = floor(pg_temp.chance(n, 60) * document_type_slot.slots)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN state < 0.012 THEN 'DRAFT'
    WHEN NOT signable THEN 'FINISH'
    WHEN state < 0.027 THEN 'READY_TO_SIGN'
    WHEN state < 0.031 THEN 'PENDING_START_SIGN'
    WHEN state < 0.040 THEN 'START_SIGN'
    WHEN state < 0.055 THEN 'EXPIRED'
    WHEN state < 0.150 THEN 'FINISH'
    ELSE 'SIGNED' END AS status) made
  ORDER BY n;

-- Pending signatures: every link of a list is derived from these.
INSERT INTO signing_session (id, folder_id, state, method, started_by, created_date, expires_date)
  OVERRIDING SYSTEM VALUE
  SELECT id, folder_id, 'OPEN', 'OTP', created_by, created_date, now() + interval '30 days' FROM document WHERE status = 'START_SIGN';
INSERT INTO session_document (session_id, document_id, original_sha256, prepared_sha256, prepared_size, pages, running)
  SELECT id, id, file_sha256, file_sha256, file_size, pages, true FROM document WHERE status = 'START_SIGN';
INSERT INTO signer (session_id, role, position, first_name, last_name, phone, email, state)
  SELECT document.id, 'customer', 1, first_name, last_name, mobile_phone, email, 'WAITING'
  FROM document JOIN dossier ON dossier.id = document.dossier_id WHERE document.status = 'START_SIGN';

-- Usage: a message for each signature, storage for each file.
INSERT INTO ledger_entry (legal_entity, kind, amount, cause, created_date, holder)
  SELECT legal_entity, kind, CASE kind WHEN 'OTP' THEN 1 ELSE file_size END, 'document:' || id || ':1', created_date,
    CASE WHEN kind <> 'OTP' THEN 'document:' || id END
  FROM document, unnest(CASE WHEN document.status = 'SIGNED' THEN ARRAY['OTP', 'DISK_SPACE', 'STRONGDOX_SPACE']
    WHEN document.status = 'FINISH' AND archivable THEN ARRAY['DISK_SPACE', 'STRONGDOX_SPACE'] ELSE ARRAY['DISK_SPACE'] END) AS kind;
INSERT INTO quota (legal_entity, kind, used)
  SELECT legal_entity, kind, sum(amount) FROM ledger_entry GROUP BY legal_entity, kind;

-- Ten thousand staff accounts that only fill the list of users.
INSERT INTO app_user (login, first_name, last_name, email, authorities, hst_list, brands, activated, created_date, last_modified_date)
  SELECT 'utente' || n, first_name_slot.name, surname_slot.name, 'utente' || n || '@example.com', '{ROLE_DEALER}',
    ARRAY[hst], '[{"brand":"bmw","permissions":["SALE_NEW","SERVICE"]}]', true, first + span * (n / 10000.0), first + span * (n / 10000.0)
  FROM size, generate_series(1, 10000) n
  JOIN dealer_slot ON dealer_slot.slot = floor(pg_temp.chance(n, 70) * (SELECT count(*) FROM dealer_slot))
  JOIN surname_slot ON surname_slot.slot = floor(pg_temp.chance(n, 71) * (SELECT count(*) FROM surname_slot))
  JOIN first_name_slot ON first_name_slot.slot = floor(pg_temp.chance(n, 72) * (SELECT count(*) FROM first_name_slot))
  ORDER BY n;

INSERT INTO installation (mode, created_date) SELECT 'demo', first FROM size;

SELECT setval(pg_get_serial_sequence(name, 'id'), last) FROM size CROSS JOIN LATERAL (VALUES
  ('dossier', dossiers), ('folder', folders), ('document', documents), ('signing_session', documents)) counted (name, last);
