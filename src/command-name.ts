/** How an operator calls the commands of the product here: the packaged launcher names itself in FASCICOLO_COMMAND. */
const packaged = process.env.FASCICOLO_COMMAND;

export const COMMAND = packaged ?? 'npm run fascicolo --';

/** The schema is brought up as its owner; only the unit and the composition have the owner's address. */
export const MIGRATE_COMMAND =
  packaged === undefined
    ? 'npm run fascicolo -- migrate'
    : 'systemctl start "fascicolo-migrate@$(fascicolo release)" / docker compose run --rm migrate';
