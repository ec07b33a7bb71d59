--! compatible
-- Who last made or changed an account, for each person who did: an approval by an account that an author has changed is none.
CREATE TABLE account_change (
  user_id bigint NOT NULL REFERENCES app_user (id),
  changed_by text NOT NULL,
  changed_date timestamptz NOT NULL,
  PRIMARY KEY (user_id, changed_by)
);
INSERT INTO account_change (user_id, changed_by, changed_date)
  SELECT id, created_by, created_date FROM app_user WHERE created_by IS NOT NULL;
INSERT INTO account_change (user_id, changed_by, changed_date)
  SELECT id, last_modified_by, last_modified_date FROM app_user WHERE last_modified_by IS NOT NULL
  ON CONFLICT (user_id, changed_by) DO UPDATE SET changed_date = excluded.changed_date;
