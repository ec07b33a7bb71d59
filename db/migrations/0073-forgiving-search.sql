--! compatible
-- Customers are found by names with one slip, folders by numbers without separators and leading zeros.

-- With many customers and folders that takes longer than any other statement may.
SET LOCAL statement_timeout = 0;
-- Words of customers' names, each under itself and under itself without one of its letters: two words that one slip sets
-- apart have one of these in common (record 0085). Words stay when their customers go: then they find nobody.
CREATE TABLE name_variant (
  variant text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL
);
CREATE INDEX name_variant_word ON name_variant (variant, word);

-- In the form of search_form, of four letters or more.
CREATE FUNCTION name_words(names text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(search_form(names), '[\s!-@\[-`{-~]+') AS word
  WHERE length(word) BETWEEN 4 AND 40
$$;

CREATE FUNCTION word_variants(word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word UNION SELECT left(word, place - 1) || substr(word, place + 1) FROM generate_series(1, length(word)) AS place
$$;

-- Two that add the same word at once add it twice: it is found once all the same, and nobody waits for the other.
CREATE FUNCTION dossier_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_variant (variant, word)
    SELECT variant, named.word
    FROM name_words(customer_names(NEW.first_name, NEW.last_name, NEW.organization_name)) AS named (word)
      CROSS JOIN LATERAL word_variants(named.word) AS variant
    WHERE NOT EXISTS (
      SELECT 1 FROM name_variant AS known WHERE known.variant = named.word AND known.word = named.word);
  RETURN NULL;
END
$$;
INSERT INTO name_variant (variant, word)
  SELECT variant, word
  FROM (SELECT DISTINCT word FROM dossier, name_words(customer_names(first_name, last_name, organization_name)) AS word)
    AS named CROSS JOIN LATERAL word_variants(word) AS variant;
CREATE TRIGGER dossier_words_are_known AFTER INSERT OR UPDATE OF first_name, last_name, organization_name ON dossier
  FOR EACH ROW EXECUTE FUNCTION dossier_words();

-- A number without what separates its parts, and without the zeros that these begin with: "PV-1-0230" as "pv10230" and
-- "pv1230"; null where that is how it is written.
CREATE FUNCTION number_forms(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(concat_ws(E'\n', nullif(compact, form), nullif(short, compact)), '')
  FROM (SELECT form, regexp_replace(form, '[^[:alnum:]]+', '', 'g') AS compact,
      regexp_replace(regexp_replace(form, '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '[^[:alnum:]]+', '', 'g') AS short
    FROM (SELECT search_form($1) AS form) AS written) AS forms
$$;

CREATE OR REPLACE FUNCTION folder_derive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE customer record;
BEGIN
  SELECT customer_text, customer_names(first_name, last_name, organization_name) AS names INTO customer
    FROM dossier WHERE id = NEW.dossier_id;
  NEW.customer_text := coalesce(customer.customer_text, '');
  NEW.search_text := search_form(concat_ws(E'\n', customer.names, NEW.business_id, number_forms(NEW.business_id), NEW.plate, NEW.vin));
  RETURN NEW;
END
$$;
UPDATE folder SET search_text = '' WHERE business_id ~ '[^A-Za-z0-9]|0';
