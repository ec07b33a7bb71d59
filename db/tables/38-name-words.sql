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
CREATE TRIGGER dossier_words_are_known AFTER INSERT OR UPDATE OF first_name, last_name, organization_name ON dossier
  FOR EACH ROW EXECUTE FUNCTION dossier_words();
