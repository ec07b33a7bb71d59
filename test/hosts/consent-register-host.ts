/** A controller's register of consents on loopback: it stores what it receives, or answers as the test sets. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConsentDelivery, ConsentEntry } from '#ports/consent-register.ts';

/** As transmitted: instants are texts. */
type Told = Omit<ConsentDelivery, 'entries'> & { entries: (Omit<ConsentEntry, 'givenAt'> & { givenAt: string })[] };

export class ConsentRegisterHost {
  readonly received: { method: string; url: string; headers: IncomingHttpHeaders; body: Told }[] = [];
  /** Answers this instead of storing the delivery. */
  fixedAnswer: { status: number; text: string; location?: string } | null = null;
  private readonly receipts = new Map<string, string>();
  private readonly entries = new Map<string, ConsentEntry>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const body = JSON.parse(Buffer.concat(parts).toString()) as Told;
        this.received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        const { status, text, location } = this.fixedAnswer ?? this.store(body);
        response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) }).end(text);
      })();
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/register`;
  }

  private store({ reference, customer, entries }: Told): { status: number; text: string; location?: string } {
    const key = customer.businessId ?? customer.fiscalCode;
    if (key === null) return { status: 404, text: '{}' };
    for (const entry of entries) {
      const entryKey = `${key} ${entry.purpose} ${entry.channel}`;
      const stored = this.entries.get(entryKey);
      const givenAt = new Date(entry.givenAt);
      if (stored === undefined || stored.givenAt <= givenAt) this.entries.set(entryKey, { ...entry, givenAt });
    }
    const receipt = this.receipts.get(reference) ?? `R-${this.receipts.size + 1}`;
    this.receipts.set(reference, receipt);
    return { status: 200, text: JSON.stringify({ receipt }) };
  }

  /** The current state of each purpose and channel of a customer. */
  currentEntries({ businessId, fiscalCode }: ConsentDelivery['customer']): ConsentEntry[] {
    const key = `${businessId ?? fiscalCode} `;
    return [...this.entries].flatMap(([at, entry]) => (at.startsWith(key) ? [entry] : []));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
