/** `identity free`, in a running installation or beside a stopped one (P-3). */
import { freeIdentity } from '#server/identity/user-identity.ts';
import type { Ground } from '../beside.ts';
import type { CommandResult } from '../trail/run.ts';

export const IDENTITY_USAGE = `Uso: npm run fascicolo -- identity free UTENTE

  Scioglie il legame tra un utente e chi accede con il sistema di accesso (emittente e soggetto),
  per esempio quando quel sistema cambia, e ne chiude le sessioni. Al prossimo accesso lo lega chi
  dimostra l’indirizzo e-mail dell’utente: controlla prima che sia quello giusto.`;

/** @param args as after `identity`. */
export async function runIdentity(ground: Ground, args: readonly string[]): Promise<CommandResult> {
  const [verb, login, ...more] = args;
  if (verb !== 'free' || login === undefined || login === '' || more.length > 0) {
    return { code: 2, lines: [IDENTITY_USAGE] };
  }
  const found = await ground.database.transaction((tx) => freeIdentity(tx, login, ground.clock.now()));
  if (found === undefined) return { code: 1, lines: [`Nessun utente si chiama ${login}.`] };
  const { user, freed } = found;
  if (!freed) return { code: 0, lines: [`${user.login} non era legato ad alcun accesso.`] };
  ground.log.warn({ security: 'identity.freed', userId: user.id }, 'identity freed by command');
  return { code: 0, lines: [`${user.login} è libero: lo lega il prossimo accesso con l’indirizzo ${user.email}.`] };
}
