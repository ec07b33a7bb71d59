--! compatible
-- A login or an address that a provider says was enough to be somebody: whoever could choose theirs there came in as
-- anyone. A user is now found by issuer and subject, bound once by a verified address, which therefore only one user has.
DO $$
DECLARE twice text;
BEGIN
  SELECT string_agg(logins, '; ') INTO twice FROM (
    SELECT string_agg(login, ', ' ORDER BY login) AS logins FROM app_user GROUP BY lower(email) HAVING count(*) > 1
  ) shared;
  IF twice IS NOT NULL THEN
    RAISE EXCEPTION 'Più utenti hanno lo stesso indirizzo e-mail: %. Danne uno proprio a ciascuno con la versione precedente, poi aggiorna.', twice;
  END IF;
END
$$;
DROP INDEX app_user_email;
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));

CREATE TABLE user_identity (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  issuer text NOT NULL,
  subject text NOT NULL,
  bound_date timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_identity_subject ON user_identity (issuer, subject);
