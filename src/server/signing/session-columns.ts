/** The columns of a session, for joins with other rows. */
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
