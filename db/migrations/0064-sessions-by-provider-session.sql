--! compatible
-- An OpenID Connect provider may say that a session has ended by the session's name alone (sid).
CREATE INDEX staff_session_provider_session ON staff_session (provider_session)
  WHERE ended_date IS NULL AND provider_session IS NOT NULL;
