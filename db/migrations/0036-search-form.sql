--! compatible
-- Customers are found by "weiss" for Weiß, "nguyen" for Nguyễn, "dall orto" and "dallorto" for Dall'Orto.

-- With many customers that takes longer than any other statement may.
SET LOCAL statement_timeout = 0;
CREATE OR REPLACE FUNCTION search_form(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = length($1) THEN lower(translate($1, '`''', '  '))
    ELSE lower(replace(replace(replace(replace(translate(
      regexp_replace(normalize($1, NFKD),
        '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf-\u05c2\u05c4-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g'),
      'øØłŁđĐðÐħĦıŧŦəƏẞÆŒÞςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ‐‑‒–—―−`’‘ʼ‛′ʹʻʾʿ＇''',
      'oollddddhhittəəßæœþσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψωաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ-------            '),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
  END
$$;

CREATE OR REPLACE FUNCTION customer_names(first_name text, last_name text, organization_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT names || CASE WHEN names ~ '[`’‘ʼ‛′ʹʻʾʿ＇''´]' THEN E'\n' || regexp_replace(names, '[`’‘ʼ‛′ʹʻʾʿ＇''´]', '', 'g') ELSE '' END
  FROM (SELECT first_name || ' ' || last_name || ' ' || first_name || coalesce(E'\n' || organization_name, '') AS names) AS written
$$;

CREATE INDEX folder_notes_anew ON folder USING gin (search_form(notes) gin_trgm_ops) WITH (fastupdate = off) WHERE notes IS NOT NULL;

-- Only texts whose form has changed: those with letters beyond ASCII or with an apostrophe.
UPDATE dossier SET search_text = '' WHERE concat(first_name, last_name, organization_name, email, business_id) ~ '[^ -~]|[''`]';
UPDATE folder SET search_text = '' FROM dossier
  WHERE dossier.id = folder.dossier_id
    AND concat(first_name, last_name, organization_name, folder.business_id, folder.plate, folder.vin) ~ '[^ -~]|[''`]';
UPDATE document_search SET name_text = search_form(coalesce(document.file_name, '')),
    customer_text = left(search_form(document.customer_name), 120)
  FROM document WHERE document.id = document_search.document_id AND concat(file_name, customer_name) ~ '[^ -~]|[''`]';

-- Readers wait from here to the end only.
SET LOCAL lock_timeout = '5s';
DROP INDEX folder_notes;
ALTER INDEX folder_notes_anew RENAME TO folder_notes;
SET LOCAL lock_timeout = DEFAULT;
