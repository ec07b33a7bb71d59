/** `fascicolo directories`: serves the built-in RSP and DMS on a separate port, with the protocol of docs/operations/search.md. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBuiltInDms, openBuiltInRsp } from '#adapters/customer-search/built-in.ts';
import { DirectoriesHost, type DirectoriesSettings } from '#adapters/customer-search/directories-host.ts';
import { InvalidMapping, readMapping } from '#adapters/customer-search/mapping.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { COMMAND } from '../../command-name.ts';
import { unreadable } from '../terminal/failure-text.ts';
import { LocalizedError, localize, type Message } from '../terminal/language.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} directories [--port N] [--client-id NOME] [--certificate FILE --key FILE [--clients FILE]]
                                     [--rsp-mapping FILE] [--dms-mapping FILE]

  Serve RSP e DMS con i clienti inventati della demo su una porta di questo computer, per provare le impostazioni
  RSP_… e DMS_…, una mappatura, o un programma che parla lo stesso protocollo. Si ferma con Ctrl-C.

  --port N            9090 se non indicata
  --client-id NOME    fascicolo se non indicato; il segreto è DIRECTORIES_SECRET, altrimenti ne viene creato uno
  --certificate, --key, --clients
                      HTTPS con questo certificato; con --clients (autorità, PEM) anche il client ne deve mostrare uno
  --rsp-mapping, --dms-mapping
                      i nomi dei campi come li ha l’installazione (RSP_MAPPING, DMS_MAPPING)`,
  en: `Usage: ${COMMAND} directories [--port N] [--client-id NAME] [--certificate FILE --key FILE [--clients FILE]]
                                       [--rsp-mapping FILE] [--dms-mapping FILE]

  Serves RSP and DMS with the demo’s invented customers on a port of this computer, to try the settings RSP_… and DMS_…,
  a mapping, or a program that speaks the same protocol. Ctrl-C stops it.

  --port N            9090 unless given
  --client-id NAME    fascicolo unless given; the secret is DIRECTORIES_SECRET, otherwise one is made
  --certificate, --key, --clients
                      HTTPS with this certificate; with --clients (authorities, PEM) the client must show one as well
  --rsp-mapping, --dms-mapping
                      the names of the fields as the installation has them (RSP_MAPPING, DMS_MAPPING)`,
};

const TOKEN_SECONDS = 600;
const PORT = 9_090;

const OPTIONS = {
  port: { type: 'string' },
  'client-id': { type: 'string' },
  certificate: { type: 'string' },
  key: { type: 'string' },
  clients: { type: 'string' },
  'rsp-mapping': { type: 'string' },
  'dms-mapping': { type: 'string' },
} as const;

class CommandFailure extends LocalizedError {}

type CommandOptions = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] & { readonly number: number };

function readArguments(args: string[]): CommandOptions | null {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const number = Number(values.port ?? PORT);
    const isPort = /^\d{1,5}$/.test(values.port ?? String(PORT)) && number <= 65_535;
    const { certificate, key, clients } = values;
    const isPairComplete = (certificate === undefined) === (key === undefined);
    if (!isPort || !isPairComplete || (clients !== undefined && certificate === undefined)) return null;
    return { ...values, number };
  } catch {
    return null;
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandFailure(unreadable(path, (error as NodeJS.ErrnoException).code ?? (error as Error).message));
  }
}

async function readMappingFile(system: 'RSP' | 'DMS', path: string | undefined) {
  try {
    return readMapping(system, path === undefined ? '{}' : await read(path));
  } catch (error) {
    if (!(error instanceof InvalidMapping)) throw error;
    throw new CommandFailure([`${path}:`, ...error.problems.map((problem) => `  - ${localize(problem)}`)].join('\n'));
  }
}

async function settingsOf(options: CommandOptions, clientSecret: string): Promise<DirectoriesSettings> {
  const { certificate, key, clients } = options;
  return {
    rsp: openBuiltInRsp(),
    dms: openBuiltInDms(DEALER_DIRECTORY.map((dealer) => dealer.hst2011)),
    clientId: options['client-id'] ?? 'fascicolo',
    clientSecret,
    tokenSeconds: TOKEN_SECONDS,
    mappings: {
      RSP: await readMappingFile('RSP', options['rsp-mapping']),
      DMS: await readMappingFile('DMS', options['dms-mapping']),
    },
    tls:
      certificate === undefined || key === undefined
        ? null
        : {
            certificate: await read(certificate),
            key: await read(key),
            clients: clients === undefined ? null : await read(clients),
          },
  };
}

async function startHost(settings: DirectoriesSettings, port: number): Promise<DirectoriesHost> {
  try {
    return await new DirectoriesHost(settings).listen(port);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EADDRINUSE') {
      throw new CommandFailure({
        it: `La porta ${port} è occupata: scegline un’altra con --port.`,
        en: `Port ${port} is taken: choose another one with --port.`,
      });
    }
    if (code === 'EACCES') {
      throw new CommandFailure({
        it: `La porta ${port} è riservata: scegline una sopra 1023 con --port.`,
        en: `Port ${port} is reserved: choose one above 1023 with --port.`,
      });
    }
    if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_SSL')) {
      throw new CommandFailure({
        it: `Certificato e chiave non vanno insieme o non sono in PEM (${code}).`,
        en: `Certificate and key do not belong together or are not in PEM (${code}).`,
      });
    }
    throw error;
  }
}

const settingsText = (host: DirectoriesHost, { clientId }: DirectoriesSettings, secret: string | null): string =>
  [
    localize({
      it: `RSP e DMS con clienti inventati su ${host.origin}. Impostazioni:`,
      en: `RSP and DMS with invented customers at ${host.origin}. Settings:`,
    }),
    ...(['RSP', 'DMS'] as const).flatMap((system) => [
      `${system}_URL=${host.origin}/${system.toLowerCase()}`,
      `${system}_TOKEN_URL=${host.origin}/token`,
      `${system}_CLIENT_ID=${clientId}`,
      ...(secret === null ? [] : [`${system}_CLIENT_SECRET=${secret}`]),
    ]),
  ].join('\n');

/** @returns 0 once stopped by SIGINT or SIGTERM, 1 with the reason on standard error, 2 for wrong arguments. */
export async function directories(args: string[]): Promise<number> {
  const options = readArguments(args);
  if (options === null) {
    console.error(localize(USAGE));
    return 2;
  }
  const configuredSecret = process.env.DIRECTORIES_SECRET;
  const made = configuredSecret === undefined || configuredSecret === '' ? randomBytes(24).toString('base64url') : null;
  try {
    const settings = await settingsOf(options, made ?? configuredSecret ?? '');
    const host = await startHost(settings, options.number);
    // A secret supplied by the user is not printed.
    console.log(settingsText(host, settings, made));
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
    });
    await host.close();
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    console.error(error.message);
    return 1;
  }
}
