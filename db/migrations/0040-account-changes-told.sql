--! compatible
-- Ends the live streams of an account at once on every node when its rights change (P-15 /api/events).
CREATE FUNCTION account_change_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fascicolo_change', json_build_object('entity', 'account', 'id', NEW.id)::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER account_change_told AFTER UPDATE OF authorities, hst_list, brands, activated ON app_user FOR EACH ROW
  WHEN (ROW (OLD.authorities, OLD.hst_list, OLD.brands, OLD.activated)
    IS DISTINCT FROM ROW (NEW.authorities, NEW.hst_list, NEW.brands, NEW.activated))
  EXECUTE FUNCTION account_change_told();
