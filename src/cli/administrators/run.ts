/** Runs `administrators`, in a running installation or next to a stopped one (record 0066). */

import { REFUSALS, Refusal } from '#domain/errors.ts';
import { newUserSchema } from '#domain/identity/user.ts';
import {
  appointAdministrator,
  confirmByCommand,
  createAdministrator,
} from '#server/identity/administrators/by-command.ts';
import { listWaiting } from '#server/identity/administrators/rows.ts';
import { findUserById } from '#server/identity/queries.ts';
import { COMMAND } from '../../command-name.ts';
import type { Ground } from '../beside.ts';
import type { CommandResult } from '../trail/run.ts';

export const ADMINISTRATORS_USAGE = `Uso: ${COMMAND} admin list
     ${COMMAND} admin confirm NUMERO
     ${COMMAND} admin appoint UTENTE
     ${COMMAND} admin create UTENTE E-MAIL NOME COGNOME

  list     le proposte che attendono un secondo amministratore
  confirm  conferma una proposta al posto del secondo amministratore, quando non c’è
  appoint  rende amministratore un utente che c’è già e lo attiva
  create   crea un amministratore, per esempio il primo di una nuova installazione

Nel portale ci vogliono due amministratori. Quello che si fa con questi comandi vale subito, resta nella traccia
degli amministratori e viene scritto a tutti gli altri.`;

const refused = (...lines: string[]): CommandResult => ({ code: 1, lines });
const done = (...lines: string[]): CommandResult => ({ code: 0, lines });

type Verb = (ground: Ground, args: readonly string[]) => Promise<CommandResult>;

const list: Verb = async ({ database, clock }) => {
  const waiting = await listWaiting(database.read, clock.now());
  if (waiting.length === 0) return done('Nessuna proposta attende una conferma.');
  const lines: string[] = [];
  for (const { id, user_id, proposed_by, expires_date, effects, wanted } of waiting) {
    const user = await findUserById(database.read, user_id);
    lines.push(
      `${id}  ${user?.login}  ${wanted.email}  ${effects.join(',')}  da ${proposed_by}, fino al ${expires_date.toISOString()}`,
    );
  }
  return done(...lines);
};

const confirm: Verb = async (ground, [number = '']) => {
  const id = /^\d{1,15}$/.test(number) ? Number(number) : 0;
  try {
    const { row, user } = await ground.database.transaction((tx) => confirmByCommand(tx, id, ground.clock.now()));
    ground.log.warn(
      { security: 'administrator.confirmed', proposal: row.id, userId: user.id, proposedBy: row.proposed_by },
      'administrator confirmed by command',
    );
    return done(`Confermata la proposta ${row.id}: ${user.login} è amministratore.`);
  } catch (error) {
    if (error instanceof Refusal) return refused(REFUSALS[error.code].it);
    throw error;
  }
};

const appoint: Verb = async (ground, [login = '']) => {
  const found = await ground.database.transaction((tx) => appointAdministrator(tx, login, ground.clock.now()));
  if (found === null) return refused(`Nessun utente si chiama ${login}.`);
  const { user, appointed } = found;
  if (!appointed) return done(`${user.login} è già un amministratore attivo.`);
  ground.log.warn({ security: 'administrator.appointed', userId: user.id }, 'administrator appointed by command');
  return done(`${user.login} è amministratore. Accede con l’indirizzo ${user.email}.`);
};

const create: Verb = async (ground, [login, email, firstName, lastName]) => {
  const person = { login, email, firstName, lastName, authorities: ['ROLE_ADMIN'] };
  const parsed = newUserSchema.safeParse(person);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.'));
    return refused(`Da correggere: ${[...new Set(fields)].join(', ')}.`);
  }
  const user = await ground.database.transaction((tx) => createAdministrator(tx, parsed.data, ground.clock.now()));
  if (user === null) return refused('C’è già un utente con questo nome o con questo indirizzo e-mail.');
  ground.log.warn({ security: 'administrator.appointed', userId: user.id }, 'administrator created by command');
  return done(`Creato ${user.login}, amministratore. Accede con l’indirizzo ${user.email}.`);
};

const VERBS: Readonly<Record<string, { run: Verb; takes: number }>> = {
  list: { run: list, takes: 0 },
  confirm: { run: confirm, takes: 1 },
  appoint: { run: appoint, takes: 1 },
  create: { run: create, takes: 4 },
};

/** @param args the arguments after `administrators`. */
export async function runAdministrators(ground: Ground, args: readonly string[]): Promise<CommandResult> {
  const [name = '', ...rest] = args;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined || rest.length !== verb.takes) return { code: 2, lines: [ADMINISTRATORS_USAGE] };
  return verb.run(ground, rest);
}
