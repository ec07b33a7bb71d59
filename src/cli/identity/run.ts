/** Runs `identity free` and `identity password`, in a running installation or next to a stopped one. */

import { randomBytes } from 'node:crypto';
import { makePasswordVerifier } from '#server/identity/sign-ins/passwords.ts';
import { changePassword, freeIdentity } from '#server/identity/users/user-identity.ts';
import { COMMAND } from '../../command-name.ts';
import type { Ground } from '../beside.ts';
import type { CommandResult } from '../trail/run.ts';

export const IDENTITY_USAGE = `Uso: ${COMMAND} identity free UTENTE
     ${COMMAND} identity password UTENTE

  free scioglie il legame tra un utente e chi accede con il sistema di accesso (emittente e soggetto),
  per esempio quando quel sistema cambia, e ne chiude le sessioni. Al prossimo accesso lo lega chi
  dimostra l’indirizzo e-mail dell’utente: controlla prima che sia quello giusto.

  password dà una nuova password a un account tecnico (di un DMS), la mostra questa volta sola e chiude
  le sessioni aperte con quella di prima. Le persone non hanno password: accedono con il sistema di accesso.`;

/** @param args the arguments after `identity`. */
export async function runIdentity(ground: Ground, args: readonly string[]): Promise<CommandResult> {
  const [verb, login, ...more] = args;
  const run = verb === 'free' ? free : verb === 'password' ? password : undefined;
  if (run === undefined || login === undefined || login === '' || more.length > 0) {
    return { code: 2, lines: [IDENTITY_USAGE] };
  }
  return run(ground, login);
}

const nobody = (login: string): CommandResult => ({ code: 1, lines: [`Nessun utente si chiama ${login}.`] });

async function free(ground: Ground, login: string): Promise<CommandResult> {
  const found = await ground.database.transaction((tx) => freeIdentity(tx, login, ground.clock.now()));
  if (found === undefined) return nobody(login);
  const { user, freed } = found;
  if (!freed) return { code: 0, lines: [`${user.login} non era legato ad alcun accesso.`] };
  ground.log.warn({ security: 'identity.freed', userId: user.id }, 'identity freed by command');
  return { code: 0, lines: [`${user.login} è libero: lo lega il prossimo accesso con l’indirizzo ${user.email}.`] };
}

/** Bytes of a password that a program stores and no person has to remember. */
const PASSWORD_BYTES = 24;

async function password(ground: Ground, login: string): Promise<CommandResult> {
  const made = randomBytes(PASSWORD_BYTES).toString('base64url');
  const verifier = await makePasswordVerifier(made);
  const at = ground.clock.now();
  const found = await ground.database.transaction((tx) => changePassword(tx, login, { verifier, at }));
  if (found === undefined) return nobody(login);
  const { user, technical } = found;
  if (!technical)
    return { code: 1, lines: [`${user.login} non è un account tecnico: accede con il sistema di accesso.`] };
  ground.log.warn({ security: 'password.changed', userId: user.id }, 'password changed by command');
  return { code: 0, lines: [`Nuova password di ${user.login}: ${made}`, 'Non si può rileggere: conservala ora.'] };
}
