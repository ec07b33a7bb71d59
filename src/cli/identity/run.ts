/** Runs `identity free` and `identity password`, in a running installation or next to a stopped one. */

import { randomBytes } from 'node:crypto';
import { makePasswordVerifier } from '#server/identity/sign-ins/passwords.ts';
import { changePassword, freeIdentity } from '#server/identity/users/user-identity.ts';
import { COMMAND } from '../../command-name.ts';
import type { CommandContext } from '../run-command.ts';
import { noSuchUser } from '../terminal/failure-text.ts';
import { localize, type Message } from '../terminal/language.ts';
import type { CommandResult } from '../trail/run.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} identity free UTENTE
     ${COMMAND} identity password UTENTE

  free scioglie il legame tra un utente e chi accede con il sistema di accesso (emittente e soggetto),
  per esempio quando quel sistema cambia, e ne chiude le sessioni. Al prossimo accesso lo lega chi
  dimostra l’indirizzo e-mail dell’utente: controlla prima che sia quello giusto.

  password dà una nuova password a un account tecnico (di un DMS), la mostra questa volta sola e chiude
  le sessioni aperte con quella di prima. Le persone non hanno password: accedono con il sistema di accesso.`,
  en: `Usage: ${COMMAND} identity free LOGIN
       ${COMMAND} identity password LOGIN

  free releases a user from the identity of the sign-in system (issuer and subject), for example when that system
  changes, and ends the user’s sessions. The next sign-in that proves the user’s e-mail address is bound to the user:
  check first that the address is right.

  password gives a technical account (of a DMS) a new password, shows it once and ends the sessions opened with
  the one before. People have no password: they use the sign-in system.`,
};

/** @param args the arguments after `identity`. */
export async function runIdentity(context: CommandContext, args: readonly string[]): Promise<CommandResult> {
  const [verb, login, ...more] = args;
  const run = verb === 'free' ? releaseIdentity : verb === 'password' ? setPassword : undefined;
  if (run === undefined || login === undefined || login === '' || more.length > 0) {
    return { code: 2, lines: [localize(USAGE)] };
  }
  return run(context, login);
}

const unknownLogin = (login: string): CommandResult => ({ code: 1, lines: [noSuchUser(login)] });

async function releaseIdentity(context: CommandContext, login: string): Promise<CommandResult> {
  const result = await context.database.transaction((tx) => freeIdentity(tx, login, context.clock.now()));
  if (result === undefined) return unknownLogin(login);
  const { user, freed } = result;
  if (!freed) {
    const { login: name } = user;
    return {
      code: 0,
      lines: [
        localize({ it: `${name} non era legato ad alcun accesso.`, en: `${name} was not bound to any identity.` }),
      ],
    };
  }
  context.log.warn({ security: 'identity.freed', userId: user.id }, 'identity freed by command');
  const message = localize({
    it: `${user.login} è libero: lo lega il prossimo accesso con l’indirizzo ${user.email}.`,
    en: `${user.login} is free: the next sign-in with the address ${user.email} is bound to it.`,
  });
  return { code: 0, lines: [message] };
}

/** Length in bytes of a password that only programs store. */
const PASSWORD_BYTES = 24;

async function setPassword(context: CommandContext, login: string): Promise<CommandResult> {
  const newPassword = randomBytes(PASSWORD_BYTES).toString('base64url');
  const verifier = await makePasswordVerifier(newPassword);
  const at = context.clock.now();
  const result = await context.database.transaction((tx) => changePassword(tx, login, { verifier, at }));
  if (result === undefined) return unknownLogin(login);
  const { user, technical } = result;
  if (!technical) {
    const personText = localize({
      it: `${user.login} non è un account tecnico: accede con il sistema di accesso.`,
      en: `${user.login} is not a technical account: it uses the sign-in system.`,
    });
    return { code: 1, lines: [personText] };
  }
  context.log.warn({ security: 'password.changed', userId: user.id }, 'password changed by command');
  const message = localize({
    it: `Nuova password di ${user.login}: ${newPassword}\nNon si può rileggere: conservala ora.`,
    en: `New password of ${user.login}: ${newPassword}\nIt cannot be shown again: keep it now.`,
  });
  return { code: 0, lines: message.split('\n') };
}
