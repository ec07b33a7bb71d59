/**
 * Removes network access from the gate's process before it reads anything: must be its first import, for systems
 * without network isolation.
 */
import { Socket as DatagramSocket } from 'node:dgram';
import { Server, Socket } from 'node:net';

const refuse = (): never => {
  throw new Error('The gate has no network.');
};

for (const [owner, names] of [
  [Socket.prototype, ['connect']],
  [Server.prototype, ['listen']],
  [DatagramSocket.prototype, ['bind', 'connect', 'send']],
  [globalThis, ['fetch', 'WebSocket', 'EventSource']],
] as const) {
  for (const name of names) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
}
