-- Trigrams: searches match any part of a text.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The form in which texts are compared: lower case, without accents and invisible characters, ß as ss, one kind of
-- dash, an apostrophe as a blank. Both stored and searched texts are converted by it, so that the installation's
-- collation has no effect.
CREATE FUNCTION search_form(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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

-- The identity of this database: its mode is stored forever, so that demo data never starts in production.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  created_date timestamptz NOT NULL,
  -- derived from the installation's secret: a start with another secret is refused before it is used to read anything
  secret_check bytea CHECK (octet_length(secret_check) = 32)
);
