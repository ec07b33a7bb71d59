-- Tutorial videos: title, order and the external id of each.
CREATE TABLE video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position integer NOT NULL,
  title text NOT NULL,
  external_id text NOT NULL,
  description text,
  -- seconds
  duration integer,
  created_by text,
  created_date timestamptz NOT NULL,
  last_modified_by text,
  last_modified_date timestamptz NOT NULL
);
