/** The columns of a session, for whoever reads it beside another row. */
export const SESSION_COLUMNS = [
  'id',
  'folder_id',
  'state',
  'method',
  'started_by',
  'created_date',
  'expires_date',
  'ended_date',
  'hst',
] as const;
