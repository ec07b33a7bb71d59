/** `fascicolo directories`: serves the built-in RSP and DMS on a separate port, with the protocol of docs/operations/search.md. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBuiltInDms, openBuiltInRsp } from '#adapters/customer-search/built-in.ts';
import { DirectoriesHost, type DirectoriesSettings } from '#adapters/customer-search/host.ts';
import { MappingWrong, readMapping } from '#adapters/customer-search/mapping.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { COMMAND } from '../../command-name.ts';

const USAGE = `Uso: ${COMMAND} directories [--port N] [--client-id NOME] [--certificate FILE --key FILE [--clients FILE]]
                                     [--rsp-mapping FILE] [--dms-mapping FILE]

  Serve RSP e DMS con i clienti inventati della demo su una porta di questo computer, per provare le impostazioni
  RSP_… e DMS_…, una mappatura, o un programma che parla lo stesso protocollo. Si ferma con Ctrl-C.

  --port N            9090 se non indicata
  --client-id NOME    fascicolo se non indicato; il segreto è DIRECTORIES_SECRET, altrimenti ne viene creato uno
  --certificate, --key, --clients
                      HTTPS con questo certificato; con --clients (autorità, PEM) anche il client ne deve mostrare uno
  --rsp-mapping, --dms-mapping
                      i nomi dei campi come li ha l’installazione (RSP_MAPPING, DMS_MAPPING)`;

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

class Told extends Error {}

type Asked = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] & { readonly number: number };

function readArguments(args: string[]): Asked | null {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const number = Number(values.port ?? PORT);
    const isPort = /^\d{1,5}$/.test(values.port ?? String(PORT)) && number <= 65_535;
    const { certificate, key, clients } = values;
    const isWhole = (certificate === undefined) === (key === undefined);
    if (!isPort || !isWhole || (clients !== undefined && certificate === undefined)) return null;
    return { ...values, number };
  } catch {
    return null;
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Told(`${path} non si può leggere (${(error as NodeJS.ErrnoException).code ?? 'errore'}).`);
  }
}

async function mappingIn(system: 'RSP' | 'DMS', path: string | undefined) {
  try {
    return readMapping(system, path === undefined ? '{}' : await read(path));
  } catch (error) {
    if (!(error instanceof MappingWrong)) throw error;
    throw new Told([`${path}:`, ...error.problems.map((one) => `  - ${one}`)].join('\n'));
  }
}

async function settingsOf(asked: Asked, clientSecret: string): Promise<DirectoriesSettings> {
  const { certificate, key, clients } = asked;
  return {
    rsp: openBuiltInRsp(),
    dms: openBuiltInDms(DEALER_DIRECTORY.map((dealer) => dealer.hst2011)),
    clientId: asked['client-id'] ?? 'fascicolo',
    clientSecret,
    tokenSeconds: TOKEN_SECONDS,
    mappings: {
      RSP: await mappingIn('RSP', asked['rsp-mapping']),
      DMS: await mappingIn('DMS', asked['dms-mapping']),
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

async function listening(settings: DirectoriesSettings, port: number): Promise<DirectoriesHost> {
  try {
    return await new DirectoriesHost(settings).listen(port);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EADDRINUSE') throw new Told(`La porta ${port} è occupata: scegline un’altra con --port.`);
    if (code === 'EACCES') throw new Told(`La porta ${port} è riservata: scegline una sopra 1023 con --port.`);
    if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_SSL')) {
      throw new Told(`Certificato e chiave non vanno insieme o non sono in PEM (${code}).`);
    }
    throw error;
  }
}

const settingsText = (host: DirectoriesHost, { clientId }: DirectoriesSettings, secret: string | null): string =>
  [
    `RSP e DMS con clienti inventati su ${host.origin}. Impostazioni:`,
    ...(['RSP', 'DMS'] as const).flatMap((system) => [
      `${system}_URL=${host.origin}/${system.toLowerCase()}`,
      `${system}_TOKEN_URL=${host.origin}/token`,
      `${system}_CLIENT_ID=${clientId}`,
      ...(secret === null ? [] : [`${system}_CLIENT_SECRET=${secret}`]),
    ]),
  ].join('\n');

/** @returns 0 once stopped by SIGINT or SIGTERM, 1 with the reason on standard error, 2 for wrong arguments. */
export async function directories(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    console.error(USAGE);
    return 2;
  }
  const given = process.env.DIRECTORIES_SECRET;
  const made = given === undefined || given === '' ? randomBytes(24).toString('base64url') : null;
  try {
    const settings = await settingsOf(asked, made ?? given ?? '');
    const host = await listening(settings, asked.number);
    // A secret given by the user is not printed.
    console.log(settingsText(host, settings, made));
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
    });
    await host.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Told)) throw error;
    console.error(error.message);
    return 1;
  }
}
