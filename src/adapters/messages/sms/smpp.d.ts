/** The parts of the library smpp that we use; it has no type declarations. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly [field: string]: unknown;
    response(fields?: object): Pdu;
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    /** @returns false when the socket does not accept it; nothing was written then. */
    send(pdu: Pdu, answered?: (pdu: Pdu) => void): boolean;
    bind_transceiver(fields: object, answered: (pdu: Pdu) => void): boolean;
    bind_transmitter(fields: object, answered: (pdu: Pdu) => void): boolean;
    submit_sm(fields: object, answered: (pdu: Pdu) => void): boolean;
    deliver_sm(fields: object, answered?: (pdu: Pdu) => void): boolean;
    enquire_link(answered: (pdu: Pdu) => void): boolean;
    unbind(answered: (pdu: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }

  export interface Server extends NetServer {
    readonly sessions: readonly Session[];
  }

  export function connect(options: object, connected?: () => void): Session;
  export function createServer(options: object, session: (session: Session) => void): Server;
  export function createServer(session: (session: Session) => void): Server;
}
