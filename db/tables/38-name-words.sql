-- Words of customers' names, each indexed under itself and under each form with one letter removed: two words that
-- differ by one slip share such a form (record 0085). Words of deleted customers stay and then match no customer.
CREATE TABLE name_variant (
  variant text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL
);
CREATE INDEX name_variant_word ON name_variant (variant, word);

-- Words in the form of search_form, of four letters or more.
CREATE FUNCTION name_words(names text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(search_form(names), '[\s!-@\[-`{-~]+') AS word
  WHERE length(word) BETWEEN 4 AND 40
$$;

CREATE FUNCTION word_variants(word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word UNION SELECT left(word, place - 1) || substr(word, place + 1) FROM generate_series(1, length(word)) AS place
$$;

-- Two transactions that add the same word concurrently add it twice: the search still returns it once, and neither
-- waits for the other.
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
CREATE TRIGGER dossier_words_are_known AFTER INSERT OR UPDATE OF first_name, last_name, organization_name ON dossier
  FOR EACH ROW EXECUTE FUNCTION dossier_words();
