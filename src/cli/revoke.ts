/** `fascicolo revoke seal|timestamping`: retires a key of the installation's authority and revokes its certificate. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ReplaceableKey, revokeDemoKey } from '#adapters/sealer/demo-authority.ts';
import { REVOCATION_REASONS, type RevocationReason } from '#formats/crl.ts';
import { COMMAND } from '../command-name.ts';
import { readConfig } from '../settings/config.ts';
import { failureText, noInstallation } from './terminal/failure-text.ts';
import { localize, type Message } from './terminal/language.ts';

const KEYS: readonly ReplaceableKey[] = ['seal', 'timestamping'];

const USAGE: Message = {
  it: `Uso: ${COMMAND} revoke CHIAVE --reason MOTIVO

  CHIAVE   ${KEYS.join(' oppure ')}: il sigillo o la marcatura temporale di questa installazione
  MOTIVO   ${Object.keys(REVOCATION_REASONS).join(', ')}

Il certificato entra subito nella lista di revoca; alla prossima firma la chiave è nuova.
Ciò che è stato sigillato prima resta valido.`,
  en: `Usage: ${COMMAND} revoke KEY --reason REASON

  KEY      ${KEYS.join(' or ')}: the seal’s or the timestamping key of this installation
  REASON   ${Object.keys(REVOCATION_REASONS).join(', ')}

The certificate enters the revocation list at once; the next signature uses a new key.
What was sealed before stays valid.`,
};

/** @returns 0 when revoked, 1 when there is nothing to revoke, 2 for wrong arguments. */
export async function revoke(args: string[]): Promise<number> {
  const request = readArguments(args);
  if (request === null) {
    console.error(localize(USAGE));
    return 2;
  }
  try {
    const { dataDir, authorities } = readConfig(process.env);
    if (request.key === 'seal' ? authorities.seal !== null : authorities.timestamps.length > 0) {
      console.error(
        localize({
          it: 'Questa chiave non è dell’installazione: la revoca chi ne ha emesso il certificato. Poi cambiala nelle impostazioni.',
          en: 'This key is not the installation’s own: the issuer of its certificate revokes it. Then change it in the settings.',
        }),
      );
      return 1;
    }
    const keys = join(dataDir, 'keys');
    const exists = await access(join(keys, 'anchors.pem')).then(
      () => true,
      () => false,
    );
    if (!exists) {
      console.error(noInstallation(dataDir));
      return 1;
    }
    const serial = await revokeDemoKey(keys, request.key, request.reason, new Date());
    const which = `${serial} (${request.key}, ${request.reason})`;
    console.log(localize({ it: `Revocato il certificato ${which}.`, en: `The certificate ${which} is revoked.` }));
    return 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      console.error(
        localize({
          it: 'La chiave è già stata revocata e non ne è ancora stata usata una nuova.',
          en: 'The key is revoked already, and no new one has been used yet.',
        }),
      );
    } else console.error(failureText(error));
    return 1;
  }
}

function readArguments(args: string[]): { key: ReplaceableKey; reason: RevocationReason } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    });
    const key = KEYS.find((key) => key === positionals[0]);
    const reason = values.reason;
    if (key === undefined || positionals.length !== 1 || !isReason(reason)) return null;
    return { key, reason };
  } catch {
    return null;
  }
}

const isReason = (text: string | undefined): text is RevocationReason =>
  text !== undefined && Object.hasOwn(REVOCATION_REASONS, text);
