/** `doctor` for SMS without sending a message: reachability and certificate of HTTP gateways, binding and password over SMPP. */
import { readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { type ConnectionFault, connectionFault } from '../../outside/connection-fault.ts';
import type { GatewaySettings, HttpSettings, SmppGatewaySettings } from './open-gateways.ts';

/** Milliseconds per gateway; all are checked in parallel. */
const LIMIT = 4_500;

const NO_GATEWAY: Message = {
  it: 'Nessun gateway SMS è impostato: nessuno riceve codici. Imposta SMS_1_URL.',
  en: 'No SMS gateway is set: nobody gets a code. Set SMS_1_URL.',
};
const ONE_GATEWAY: Message = {
  it: 'C’è un solo gateway: quando è fermo non partono codici.',
  en: 'There is one gateway: when it is down, no codes go out.',
};

/** Sends nothing and changes nothing. @param limit in milliseconds. */
export async function checkSms(gateways: readonly GatewaySettings[], limit = LIMIT): Promise<Finding[]> {
  if (gateways.length === 0) {
    return [failure('SMS_1_URL', NO_GATEWAY)];
  }
  const findings = await Promise.all(gateways.map((gateway) => checkGateway(gateway, limit)));
  const notes: Finding[] = gateways.length > 1 ? [] : [ok('SMS_2_URL', ONE_GATEWAY)];
  return [...findings.flat(), ...notes];
}

async function checkGateway(gateway: GatewaySettings, limit: number): Promise<Finding[]> {
  const prefix = `SMS_${gateway.system.slice(-1)}_`;
  let ca: string | null = null;
  if (gateway.certificates !== null) {
    try {
      ca = await readFile(gateway.certificates, 'utf8');
    } catch (error) {
      const code = codeOf(error);
      return [
        failure(`${prefix}CERTIFICATES`, {
          it: `${gateway.certificates} non si può leggere (${code}). Dai all’utente del prodotto il diritto di leggerlo.`,
          en: `${gateway.certificates} cannot be read (${code}). Give the product's user the right to read it.`,
        }),
      ];
    }
  }
  return gateway.kind === 'http'
    ? checkHttp(gateway, { prefix, ca, limit })
    : checkSmpp(gateway, { prefix, ca, limit });
}

interface Asking {
  readonly prefix: string;
  readonly ca: string | null;
  readonly limit: number;
}

/** Over HTTP, credentials cannot be tested without sending a message. */
async function checkHttp(settings: HttpSettings, { prefix, ca, limit }: Asking): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(settings.url);
  const tls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = `${prefix}URL`;
  try {
    await connect({ host, port: port === '' ? (tls ? 443 : 80) : Number(port), tls, ca }, limit);
  } catch (error) {
    return [failure(name, unreachable(host, error))];
  }
  const certificate = tls
    ? { it: ', il suo certificato è valido', en: ', its certificate is good' }
    : { it: '', en: '' };
  const findings: Finding[] = [
    ok(name, {
      it: `${host} risponde${certificate.it}; se le credenziali sono giuste si vede solo quando si spedisce un SMS.`,
      en: `${host} answers${certificate.en}; whether the credentials are right shows only when an SMS is sent.`,
    }),
  ];
  if (!tls && !isLocal(host)) findings.push(inClear(name, 'https://'));
  if (settings.receipts === null) {
    findings.push(warning(`${prefix}RECEIPT_STATE`, NO_RECEIPTS));
  }
  return findings;
}

const NO_RECEIPTS: Message = {
  it: 'La consegna non è comunicata: il personale non vedrà quali codici non sono arrivati. Impostalo se il gateway può richiamare.',
  en: 'Delivery is not reported: staff will not see which codes did not arrive. Set it if the gateway can call back.',
};

async function checkSmpp(settings: SmppGatewaySettings, { prefix, ca, limit }: Asking): Promise<Finding[]> {
  const { host, port, tls, systemId, password, systemType } = settings;
  const name = `${prefix}URL`;
  try {
    await connect({ host, port, tls, ca }, limit / 2);
  } catch (error) {
    return [failure(name, unreachable(`${host}:${port}`, error))];
  }
  const { tryBind } = await import('./smpp-bind.ts');
  const status = await tryBind({ host, port, tls, ca, systemId, password, systemType }, limit / 2);
  return [bindFinding(status, { prefix, systemId }), ...(tls || isLocal(host) ? [] : [inClear(name, 'smpps://')])];
}

function bindFinding(status: number | null, { prefix, systemId }: { prefix: string; systemId: string }): Finding {
  switch (status) {
    case null:
      return failure(`${prefix}URL`, {
        it: 'La porta è aperta, ma il centro SMS non ha risposto a un bind. Chiedi al fornitore se questa è la sua porta SMPP 3.4.',
        en: 'The port is open, but the SMS centre did not answer a bind. Ask the provider whether this is its SMPP 3.4 port.',
      });
    case 0:
      return ok(`${prefix}URL`, { it: `Collegato come ${systemId}.`, en: `Bound as ${systemId}.` });
    case 0x05:
      return ok(`${prefix}URL`, {
        it: `${systemId} è già collegato, come accade mentre il prodotto è in funzione.`,
        en: `${systemId} is bound already, as it is while the product runs.`,
      });
    case 0x0e:
      return failure(`${prefix}PASSWORD`, {
        it: 'Il centro SMS rifiuta la password. Confrontala con quella del fornitore; contano anche spazi e a capo.',
        en: 'The SMS centre refuses the password. Compare it with the provider’s; spaces and line ends count.',
      });
    case 0x0f:
      return failure(`${prefix}USER`, {
        it: `Il centro SMS non conosce il system id ${systemId}.`,
        en: `The SMS centre does not know the system id ${systemId}.`,
      });
    default: {
      const code = `0x${status.toString(16).padStart(8, '0')}`;
      return failure(`${prefix}URL`, {
        it: `Il centro SMS rifiuta il bind (${code}). Chiedi al fornitore; spesso l’indirizzo di questa macchina non è nella sua lista.`,
        en: `The SMS centre refuses to bind (${code}). Ask the provider; often this machine’s address is not on its list.`,
      });
    }
  }
}

const inClear = (name: string, scheme: string): Finding =>
  warning(name, {
    it: `Codici e credenziali viaggiano in chiaro. Usa ${scheme} o un tunnel.`,
    en: `Codes and credentials travel in clear text. Use ${scheme} or a tunnel.`,
  });

/** This machine or a private network. */
const isLocal = (host: string): boolean =>
  /^(?:localhost$|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:)/i.test(host);

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly ca: string | null;
}

/** Connects, including the TLS handshake, and disconnects. */
function connect({ host, port, tls, ca }: Endpoint, limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = tls
      ? connectTls({ host, port, ...name, ...(ca === null ? {} : { ca }) })
      : connectPlain({ host, port });
    const timer = setTimeout(() => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), limit);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.destroy();
      resolve();
    });
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

const FAULTS: Readonly<Record<ConnectionFault, (where: string) => Message>> = {
  name: (where) => ({
    it: `Il nome di ${where} è sconosciuto. Correggilo, oppure correggi i server DNS di questa macchina.`,
    en: `The name of ${where} is not known. Correct it, or this machine’s name servers.`,
  }),
  refused: (where) => ({
    it: `${where} rifiuta la connessione. Controlla la porta, e se il gateway è in funzione.`,
    en: `${where} refuses the connection. Check the port, and whether the gateway runs.`,
  }),
  late: (where) => ({
    it: `${where} non risponde in tempo. Un firewall nel mezzo può far cadere la connessione.`,
    en: `${where} does not answer in time. A firewall between may drop the connection.`,
  }),
  expired: (where) => ({
    it: `Il certificato di ${where} è scaduto. Deve rinnovarlo chi lo gestisce.`,
    en: `The certificate of ${where} has expired. Its operator has to renew it.`,
  }),
  certificateName: (where) => ({
    it: `Il certificato di ${where} è per un altro nome. Usa il nome che porta.`,
    en: `The certificate of ${where} is for another name. Use the name that it has.`,
  }),
  authority: (where) => ({
    it: `Il certificato di ${where} è di un’autorità che qui non è attendibile. Indicala con l’impostazione CERTIFICATES di questo gateway.`,
    en: `The certificate of ${where} is of an authority that is not trusted here. Name it by the CERTIFICATES setting of this gateway.`,
  }),
};

function unreachable(where: string, error: unknown): Message {
  const code = codeOf(error);
  const fault = connectionFault(code);
  if (fault !== null) return FAULTS[fault](where);
  return { it: `Nessuna connessione con ${where} (${code}).`, en: `No connection to ${where} (${code}).` };
}
