/** Binds once and disconnects immediately, to test address and password. */
import { isIP } from 'node:net';
import { connect } from 'smpp';

export interface BindSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** PEM; null: the system's authorities. */
  readonly ca: string | null;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
}

/** @param limit in milliseconds. @returns the SMS centre's status; null when it did not answer. */
export function tryBind(settings: BindSettings, limit: number): Promise<number | null> {
  const { host, port, tls, ca, systemId, password, systemType } = settings;
  return new Promise((resolve) => {
    const secure = tls ? { tls, servername: isIP(host) === 0 ? host : '', ...(ca === null ? {} : { ca }) } : {};
    const session = connect({ host, port, ...secure });
    const end = (status: number | null): void => {
      clearTimeout(timer);
      resolve(status);
    };
    const timer = setTimeout(() => {
      end(null);
      session.destroy();
    }, limit);
    session.on('error', () => session.destroy());
    session.on('close', () => end(null));
    session.on(tls ? 'secureConnect' : 'connect', () => {
      const fields = { system_id: systemId, password, system_type: systemType, interface_version: 0x34 };
      // As a transmitter: a transceiver would receive receipts, which only the running product stores.
      session.bind_transmitter(fields, (pdu) => {
        end(pdu.command_status);
        if (pdu.command_status !== 0 || !session.unbind(() => session.destroy())) session.destroy();
      });
    });
  });
}
