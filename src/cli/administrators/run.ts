/** Runs `administrators`, in a running installation or next to a stopped one (record 0066). */

import { REFUSALS, Refusal } from '#domain/errors.ts';
import { newUserSchema } from '#domain/identity/user.ts';
import {
  appointAdministrator,
  confirmByCommand,
  createAdministrator,
} from '#server/identity/administrators/operator-commands.ts';
import { listWaiting } from '#server/identity/administrators/rows.ts';
import { findUserById } from '#server/identity/queries.ts';
import { COMMAND } from '../../command-name.ts';
import type { CommandContext } from '../run-command.ts';
import { noSuchUser } from '../terminal/failure-text.ts';
import { localize, type Message } from '../terminal/language.ts';
import type { CommandResult } from '../trail/run.ts';

export const ADMINISTRATORS_USAGE: Message = {
  it: `Uso: ${COMMAND} admin list
     ${COMMAND} admin confirm NUMERO
     ${COMMAND} admin appoint UTENTE
     ${COMMAND} admin create UTENTE E-MAIL NOME COGNOME

  list     le proposte che attendono un secondo amministratore
  confirm  conferma una proposta al posto del secondo amministratore, quando non c’è
  appoint  rende amministratore un utente che c’è già e lo attiva
  create   crea un amministratore, per esempio il primo di una nuova installazione

Nel portale ci vogliono due amministratori. Quello che si fa con questi comandi vale subito, resta nella traccia
degli amministratori e viene scritto a tutti gli altri.`,
  en: `Usage: ${COMMAND} admin list
       ${COMMAND} admin confirm NUMBER
       ${COMMAND} admin appoint LOGIN
       ${COMMAND} admin create LOGIN E-MAIL NAME SURNAME

  list     the proposals that wait for a second administrator
  confirm  confirms a proposal in place of the second administrator, where there is none
  appoint  makes an existing user an administrator, and activates the account
  create   creates an administrator, for example the first one of a new installation

In the portal it takes two administrators. These commands take effect immediately, are recorded in the trail of the
administrators, and are mailed to all other administrators.`,
};

const refused = (...lines: string[]): CommandResult => ({ code: 1, lines });
const done = (...lines: string[]): CommandResult => ({ code: 0, lines });

type Verb = (context: CommandContext, args: readonly string[]) => Promise<CommandResult>;

const list: Verb = async ({ database, clock }) => {
  const waiting = await listWaiting(database.read, clock.now());
  if (waiting.length === 0)
    return done(
      localize({ it: 'Nessuna proposta attende una conferma.', en: 'No proposal waits for a confirmation.' }),
    );
  const lines: string[] = [];
  for (const { id, user_id, proposed_by, expires_date, effects, wanted } of waiting) {
    const user = await findUserById(database.read, user_id);
    const until = expires_date.toISOString();
    const by = localize({ it: `da ${proposed_by}, fino al ${until}`, en: `by ${proposed_by}, until ${until}` });
    lines.push(`${id}  ${user?.login}  ${wanted.email}  ${effects.join(',')}  ${by}`);
  }
  return done(...lines);
};

const confirm: Verb = async (context, [number = '']) => {
  const id = /^\d{1,15}$/.test(number) ? Number(number) : 0;
  try {
    const { row, user } = await context.database.transaction((tx) => confirmByCommand(tx, id, context.clock.now()));
    context.log.warn(
      { security: 'administrator.confirmed', proposal: row.id, userId: user.id, proposedBy: row.proposed_by },
      'administrator confirmed by command',
    );
    return done(
      localize({
        it: `Confermata la proposta ${row.id}: ${user.login} è amministratore.`,
        en: `Proposal ${row.id} is confirmed: ${user.login} is an administrator.`,
      }),
    );
  } catch (error) {
    if (error instanceof Refusal) return refused(localize(REFUSALS[error.code]));
    throw error;
  }
};

const appoint: Verb = async (context, [login = '']) => {
  const result = await context.database.transaction((tx) => appointAdministrator(tx, login, context.clock.now()));
  if (result === null) return refused(noSuchUser(login));
  const { user, appointed } = result;
  if (!appointed) {
    const { login: name } = user;
    return done(
      localize({ it: `${name} è già un amministratore attivo.`, en: `${name} is an active administrator already.` }),
    );
  }
  context.log.warn({ security: 'administrator.appointed', userId: user.id }, 'administrator appointed by command');
  return done(
    localize({
      it: `${user.login} è amministratore. Accede con l’indirizzo ${user.email}.`,
      en: `${user.login} is an administrator and signs in with the address ${user.email}.`,
    }),
  );
};

const create: Verb = async (context, [login, email, firstName, lastName]) => {
  const person = { login, email, firstName, lastName, authorities: ['ROLE_ADMIN'] };
  const parsed = newUserSchema.safeParse(person);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.'));
    const invalidFields = [...new Set(fields)].join(', ');
    return refused(localize({ it: `Da correggere: ${invalidFields}.`, en: `To be corrected: ${invalidFields}.` }));
  }
  const user = await context.database.transaction((tx) => createAdministrator(tx, parsed.data, context.clock.now()));
  if (user === null) {
    return refused(
      localize({
        it: 'C’è già un utente con questo nome o con questo indirizzo e-mail.',
        en: 'There is a user with this login or this e-mail address already.',
      }),
    );
  }
  context.log.warn({ security: 'administrator.appointed', userId: user.id }, 'administrator created by command');
  return done(
    localize({
      it: `Creato ${user.login}, amministratore. Accede con l’indirizzo ${user.email}.`,
      en: `The administrator ${user.login} is created and signs in with the address ${user.email}.`,
    }),
  );
};

const VERBS: Readonly<Record<string, { run: Verb; takes: number }>> = {
  list: { run: list, takes: 0 },
  confirm: { run: confirm, takes: 1 },
  appoint: { run: appoint, takes: 1 },
  create: { run: create, takes: 4 },
};

/** @param args the arguments after `administrators`. */
export async function runAdministrators(context: CommandContext, args: readonly string[]): Promise<CommandResult> {
  const [name = '', ...verbArgs] = args;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined || verbArgs.length !== verb.takes) return { code: 2, lines: [localize(ADMINISTRATORS_USAGE)] };
  return verb.run(context, verbArgs);
}
