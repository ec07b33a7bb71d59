/** `doctor` for SMS without sending a message: reachability and certificate of HTTP gateways, binding and password over SMPP. */
import { readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Finding } from '#ports/finding.ts';
import { type ConnectionFault, connectionFault } from '../../outside/connection-fault.ts';
import type { GatewaySettings, HttpSettings, SmppGatewaySettings } from './sms-open.ts';

/** Milliseconds per gateway; all are checked in parallel. */
const LIMIT = 4_500;

/** Sends nothing and changes nothing. @param limit in milliseconds. */
export async function checkSms(gateways: readonly GatewaySettings[], limit = LIMIT): Promise<Finding[]> {
  if (gateways.length === 0) {
    return [{ name: 'SMS_1_URL', level: 'failure', text: 'No SMS gateway is set: nobody gets a code. Set SMS_1_URL.' }];
  }
  const found = await Promise.all(gateways.map((gateway) => checkGateway(gateway, limit)));
  const second: Finding[] =
    gateways.length > 1
      ? []
      : [{ name: 'SMS_2_URL', level: 'ok', text: 'There is one gateway: when it is down, no codes go out.' }];
  return [...found.flat(), ...second];
}

async function checkGateway(gateway: GatewaySettings, limit: number): Promise<Finding[]> {
  const prefix = `SMS_${gateway.system.slice(-1)}_`;
  let ca: string | null = null;
  if (gateway.certificates !== null) {
    try {
      ca = await readFile(gateway.certificates, 'utf8');
    } catch (error) {
      const text = `${gateway.certificates} cannot be read (${codeOf(error)}). Give the product's user the right to read it.`;
      return [{ name: `${prefix}CERTIFICATES`, level: 'failure', text }];
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
    await reach({ host, port: port === '' ? (tls ? 443 : 80) : Number(port), tls, ca }, limit);
  } catch (error) {
    return [{ name, level: 'failure', text: unreachable(host, error) }];
  }
  const reached = `${host} answers${tls ? ', its certificate is good' : ''}; the credentials show only when an SMS is sent.`;
  const findings: Finding[] = [{ name, level: 'ok', text: reached }];
  if (!tls && !isLocal(host)) findings.push(inClear(name, 'https://'));
  if (settings.receipts === null) {
    const text =
      'Delivery is not reported: staff will not see which codes did not arrive. Set it if the gateway can call back.';
    findings.push({ name: `${prefix}RECEIPT_STATE`, level: 'warning', text });
  }
  return findings;
}

async function checkSmpp(settings: SmppGatewaySettings, { prefix, ca, limit }: Asking): Promise<Finding[]> {
  const { host, port, tls, systemId, password, systemType } = settings;
  const name = `${prefix}URL`;
  try {
    await reach({ host, port, tls, ca }, limit / 2);
  } catch (error) {
    return [{ name, level: 'failure', text: unreachable(`${host}:${port}`, error) }];
  }
  const { tryBind } = await import('./smpp-bind.ts');
  const status = await tryBind({ host, port, tls, ca, systemId, password, systemType }, limit / 2);
  return [bindFinding(status, { prefix, systemId }), ...(tls || isLocal(host) ? [] : [inClear(name, 'smpps://')])];
}

function bindFinding(status: number | null, { prefix, systemId }: { prefix: string; systemId: string }): Finding {
  if (status === null) {
    const text =
      'The port is open, but the SMS centre did not answer a bind. Ask the provider whether this is its SMPP 3.4 port.';
    return { name: `${prefix}URL`, level: 'failure', text };
  }
  switch (status) {
    case 0:
      return { name: `${prefix}URL`, level: 'ok', text: `Bound as ${systemId}.` };
    case 0x05:
      return {
        name: `${prefix}URL`,
        level: 'ok',
        text: `${systemId} is bound already, as it is while the product runs.`,
      };
    case 0x0e:
      return {
        name: `${prefix}PASSWORD`,
        level: 'failure',
        text: 'The SMS centre refuses the password. Compare it with the provider’s; spaces and line ends count.',
      };
    case 0x0f:
      return {
        name: `${prefix}USER`,
        level: 'failure',
        text: `The SMS centre does not know the system id ${systemId}.`,
      };
    default: {
      const code = `0x${status.toString(16).padStart(8, '0')}`;
      const text = `The SMS centre refuses to bind (${code}). Ask the provider; often this machine’s address is not on its list.`;
      return { name: `${prefix}URL`, level: 'failure', text };
    }
  }
}

const inClear = (name: string, scheme: string): Finding => ({
  name,
  level: 'warning',
  text: `Codes and credentials travel in clear text. Use ${scheme} or a tunnel.`,
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
function reach({ host, port, tls, ca }: Endpoint, limit: number): Promise<void> {
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

const FAULTS: Readonly<Record<ConnectionFault, (where: string) => string>> = {
  name: (where) => `The name of ${where} is not known. Correct it, or this machine’s name servers.`,
  refused: (where) => `${where} refuses the connection. Check the port, and whether the gateway runs.`,
  late: (where) => `${where} does not answer in time. A firewall between may drop the connection.`,
  expired: (where) => `The certificate of ${where} has expired. Its operator has to renew it.`,
  certificateName: (where) => `The certificate of ${where} is for another name. Use the name that it has.`,
  authority: (where) =>
    `The certificate of ${where} is of an authority that is not trusted here. Name it by the CERTIFICATES setting of this gateway.`,
};

function unreachable(where: string, error: unknown): string {
  const code = codeOf(error);
  const fault = connectionFault(code);
  return fault === null ? `No connection to ${where} (${code}).` : FAULTS[fault](where);
}
