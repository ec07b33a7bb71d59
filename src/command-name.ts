/** The operator's command name: the packaged launcher sets it in FASCICOLO_COMMAND. */
const packaged = process.env.FASCICOLO_COMMAND;

export const COMMAND = packaged ?? 'npm run fascicolo --';

/** The owner migrates the schema; only the systemd unit and the compose file contain the owner's address. */
export const MIGRATE_COMMAND =
  packaged === undefined
    ? 'npm run fascicolo -- migrate'
    : 'systemctl start "fascicolo-migrate@$(fascicolo release)" / docker compose run --rm migrate';
