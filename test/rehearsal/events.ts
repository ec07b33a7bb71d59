/** A webhook receiver on loopback that verifies each with the library of Standard Webhooks. */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { ownPort } from '#test/hosts/server-process.ts';

export interface ReceivedEvent {
  readonly type: string;
  readonly data: { readonly documentId: number; readonly status: string };
}

export interface EventReceiver {
  readonly port: number;
  /** Events with a valid signature, in order of arrival. */
  readonly events: readonly ReceivedEvent[];
  /** `whsec_…` of the webhook. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Answers 401 to events it cannot verify. */
export async function listenForEvents(): Promise<EventReceiver> {
  const port = await ownPort();
  const events: ReceivedEvent[] = [];
  let webhook: Webhook | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      try {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        events.push(webhook?.verify(Buffer.concat(parts).toString(), headers) as ReceivedEvent);
        response.writeHead(204).end();
      } catch {
        response.writeHead(401).end();
      }
    })();
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    port,
    events,
    trust(secret) {
      webhook = new Webhook(secret);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
